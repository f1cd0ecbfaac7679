import { describe, expect, it } from 'vitest';
import { hookLine, userGuard } from '../../../src/domain/host/guarded-command.ts';
import { readHookCommand } from '../../../src/domain/host/hook-command.ts';
import {
  diagnoseHost,
  type HostFacts,
  type HostHook,
} from '../../../src/domain/host/host-diagnosis.ts';
import type { HostName } from '../../../src/hosts/hosts.ts';
import { knownHost } from '../../rig/values/hook-writings.ts';

const CALL = 'cs-hook stop --host';

/** What is known of a host with these hooks. */
function factsOf(name: HostName, facts: Partial<HostFacts> = {}): HostFacts {
  const { host, setup } = knownHost(name);
  return {
    name,
    title: host.title,
    events: host.events,
    format: setup.format,
    refusal: setup.words.refusal,
    foundBy: undefined,
    hooks: [],
    others: [],
    disabled: [],
    alsoRun: [],
    alsoRunWhen: '',
    gateMs: 50_000,
    canWatch: true,
    ...facts,
  };
}

/** The stop hook of a host as it is installed, with these changes. */
function gate(name: HostName, changes: Partial<HostHook> = {}): HostHook {
  const { host, setup } = knownHost(name);
  const command = changes.command ?? hookLine('stop', userGuard(setup.words), setup.words);
  const reading = readHookCommand(command);
  if (reading === undefined) throw new Error(command);
  return {
    event: host.events.stop ?? '',
    command,
    reading,
    shell: 'posix',
    timeout: 60_000 / setup.format.unitMs,
    matcher: undefined,
    detached: undefined,
    place: 'user',
    path: '/home/hooks',
    ...changes,
  };
}

const found = (facts: HostFacts, check: string) =>
  diagnoseHost(facts).filter((one) => one.check === `${facts.name}.${check}`);

const NAMES = ['codex', 'gemini', 'copilot', 'cursor', 'opencode'] as const;

describe.each(NAMES)('%s', (name) => {
  it('is of no concern where it is neither there nor has hooks', () => {
    expect(diagnoseHost(factsOf(name))).toEqual([]);
  });

  it('is named where it is there without a gate, with how to install one', () => {
    expect(diagnoseHost(factsOf(name, { foundBy: '/bin/x' }))).toEqual([
      expect.objectContaining({
        check: `${name}.stop`,
        status: 'note',
        detail: expect.stringContaining('on this machine (/bin/x) without a stop hook'),
        advice: { words: 'Run', command: `cs hooks install --host ${name}` },
      }),
    ]);
  });

  it('is well with the hook that is installed', () => {
    const faults = diagnoseHost(factsOf(name, { hooks: [gate(name)] })).filter(
      ({ status }) => status === 'fail',
    );
    expect(faults).toEqual([]);
  });

  it('with its guard a crash blocks as well', () => {
    const hooks = [gate(name)];
    const [crash] = found(factsOf(name, { hooks }), 'crash');
    expect(crash).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('without promises'),
    });
  });

  it.each<[string, number | 'invalid', 'ok' | 'fail', string]>([
    ['meant in the other unit', 60, 'fail', ''],
    ['shorter than the gate', 20_000, 'fail', 'stopGate.timeoutMs is 50000'],
    ['long enough', 52_000, 'ok', ''],
    ['no number', 'invalid', 'fail', 'not a number'],
  ])('a timeout that is %s', (what, ms, status, detail) => {
    const { unitMs } = knownHost(name).setup.format;
    const isOtherUnit = what === 'meant in the other unit';
    const given = ms === 'invalid' ? ms : isOtherUnit ? (unitMs === 1 ? 60 : 60_000) : ms / unitMs;
    const [timeout] = found(factsOf(name, { hooks: [gate(name, { timeout: given })] }), 'timeout');
    expect(timeout).toMatchObject({ status, detail: expect.stringContaining(detail) });
    if (isOtherUnit) expect(timeout?.detail).toMatch(/looks like (?:milli)?seconds/);
  });
});

describe('a crash', () => {
  it.each<[HostName, 'ok' | 'fail']>([
    ['codex', 'fail'],
    ['gemini', 'fail'],
    ['copilot', 'fail'],
    ['cursor', 'fail'],
  ])('in %s that says nothing opens the gate', (name, status) => {
    const hooks = [gate(name, { command: `${CALL} ${name} || exit 2` })];
    expect(found(factsOf(name, { hooks }), 'crash')).toMatchObject([
      { status, detail: expect.stringContaining('then lets the session end') },
    ]);
  });

  it('behind which nothing stands opens it', () => {
    const hooks = [gate('codex', { command: `${CALL} codex` })];
    expect(found(factsOf('codex', { hooks }), 'crash')).toMatchObject([{ status: 'fail' }]);
  });
});

describe('other gates and doubles', () => {
  it('a hook of another program that was meant in seconds is found', () => {
    const others = [{ event: 'AfterAgent', command: 'mine', timeout: 60, path: '/p' }];
    const facts = factsOf('gemini', { foundBy: '/bin/gemini', others });
    expect(found(facts, 'timeout')).toMatchObject([
      { status: 'note', detail: expect.stringContaining('60 ms: timeouts of Gemini CLI') },
    ]);
    expect(found(facts, 'foreign')).toMatchObject([{ status: 'note', where: '/p' }]);
  });

  it('a second stop hook is to be taken out', () => {
    const hooks = [gate('codex'), gate('codex', { place: 'project', path: '/p/hooks' })];
    expect(found(factsOf('codex', { hooks }), 'twice')).toMatchObject([
      { where: '/p/hooks', advice: { command: 'cs hooks uninstall --host codex --shared' } },
    ]);
  });

  it('that of Claude Code, which the host runs as well, is named', () => {
    const facts = factsOf('copilot', {
      hooks: [gate('copilot')],
      alsoRun: ['/p/.claude/settings.json'],
      alsoRunWhen: 'in folders that you trust',
    });
    expect(found(facts, 'twice')).toMatchObject([
      { status: 'note', detail: expect.stringContaining('the gate runs twice there') },
    ]);
  });

  it('hooks that are switched off hold nothing', () => {
    const facts = factsOf('copilot', { hooks: [gate('copilot')], disabled: ['/p'] });
    expect(found(facts, 'disabled')).toMatchObject([{ status: 'fail' }]);
  });

  it('a watch that ends after the host is none', () => {
    const { words } = knownHost('codex').setup;
    const command = hookLine('stop', userGuard(words), words, { deadline: 90 });
    const hooks = [gate('codex', { command })];
    expect(found(factsOf('codex', { hooks }), 'watch')).toMatchObject([{ status: 'fail' }]);
  });
});
