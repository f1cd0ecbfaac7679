import { stopHookBlockCap } from '../../adapters/environment.ts';
import { lastNotifyFailure } from '../../adapters/notify-record.ts';
import { MS_PER_DAY } from '../../domain/base/time.ts';
import { chooseModel, retirementOf } from '../../domain/judging/model.ts';
import { hostLimitOf, MOST_IDLE_BLOCKS } from '../../domain/session/liveness.ts';
import { settingText } from '../../report/approval-text.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import { readProjectSettings } from '../../settings/project-settings.ts';
import { row } from '../examination.ts';

/** What is configured: whether it can be read, and whether its values can do what they are for. */

export const configuration = row({
  check: 'configuration',
  look: ({ settings: { failures } }) =>
    failures.length === 0 ? [''] : failures.map((one) => failureMessage(one).replace(/\.$/, '')),
  verdict: (why) => (why === '' ? 'ok' : 'fail'),
  words: (why) => ({ ok: 'it can be read', fail: why }),
  mend: () => ({ words: 'Fix it', command: 'cs config' }),
});

/** What the project's file asks for, and its user did not approve here. */
export const approval = row({
  check: 'settings.approval',
  look({ environment, files }) {
    const read = readProjectSettings(files, environment.projectFolder);
    return read.ok && read.value.pending.length > 0 ? [read.value.pending] : [];
  },
  verdict: () => 'note',
  words: (pending) => ({
    note: `not approved, so not in force: ${pending.map(settingText).join(', ')}`,
  }),
  mend: () => ({ words: 'Run in a terminal', command: 'cs config trust' }),
});

/** Whether the command that is told elsewhere could be, the last time. */
export const notify = row({
  check: 'settings.notify',
  applies: ({ settings: { configuration: set } }) => set.notify !== null,
  look: ({ environment, files }) => [lastNotifyFailure(files, environment.projectFolder)],
  verdict: (failure) => (failure === undefined ? 'ok' : 'fail'),
  words: (failure) => ({
    ok: 'nothing is known of its command failing',
    fail: `its command failed at ${failure?.at}: ${oneLine(failure?.why ?? '')}`,
  }),
  mend: () => ({ words: 'Try it out', command: 'cs config notify' }),
});

/** How many days before a model retires the user is told. */
const NOTICE_DAYS = 30;

/** The models that are set, where they are used. */
export const models = row({
  check: 'models',
  look({ clock, settings: { configuration: set } }) {
    const { continuation, judge, realityCheck } = set;
    const used = [
      { key: 'judge.model', model: judge.model },
      ...(judge.panel ?? []).map((model) => ({ key: 'judge.panel', model })),
      ...(continuation.prefixes.length > 0
        ? [{ key: 'continuation.model', model: continuation.model }]
        : []),
      ...(realityCheck.enabled ? [{ key: 'realityCheck.model', model: realityCheck.model }] : []),
    ];
    return used.map((one) => ({ ...one, now: clock.now() }));
  },
  verdict({ model, now }) {
    if ('kind' in chooseModel(model, now)) return 'fail';
    const last = retirementOf(model);
    const isEnding = last !== undefined && Date.parse(last) - now <= NOTICE_DAYS * MS_PER_DAY;
    return isEnding ? 'note' : 'ok';
  },
  words({ key, model, now }) {
    const chosen = chooseModel(model, now);
    const set = `${key} is ${model}`;
    return {
      ok: set,
      note: `${set}, which retires on ${retirementOf(model)}`,
      fail: `${set}: ${'reason' in chosen ? chosen.reason : ''}`,
    };
  },
  mend: ({ key }) => `Set ${key} to another model: sonnet, haiku or opus`,
});

/** Reviews of the gate that are given more time than the gate has. */
export const reviews = row({
  check: 'settings.reviews',
  look({ settings: { configuration: set } }) {
    const gateMs = set.stopGate.timeoutMs;
    const isContinued = set.continuation.prefixes.length > 0;
    return [
      ...(isContinued ? [{ ...set.continuation, key: 'continuation', gateMs }] : []),
      ...(set.realityCheck.enabled ? [{ ...set.realityCheck, key: 'realityCheck', gateMs }] : []),
    ];
  },
  verdict: ({ gateMs, timeoutMs }) => (timeoutMs > gateMs ? 'note' : undefined),
  words: ({ gateMs, key, timeoutMs }) => ({
    note: `${key}.timeoutMs is ${timeoutMs}, more than stopGate.timeoutMs (${gateMs}): the gate skips that review`,
  }),
  mend: ({ key }) => `Set ${key}.timeoutMs lower, or stopGate.timeoutMs higher`,
});

const CAP = 'CLAUDE_CODE_STOP_HOOK_BLOCK_CAP';

/** After how many blocks Claude Code overrides its hooks, where that is set. */
export const blockCap = row({
  check: 'host.block-cap',
  look({ hosts }) {
    const set = hosts.flatMap(({ variables }) => variables);
    return [
      { value: stopHookBlockCap(), where: 'the environment' },
      ...set.map(({ env, where }) => ({ value: env[CAP], where })),
    ];
  },
  verdict: ({ value }) =>
    value !== undefined && hostLimitOf(String(value)) < MOST_IDLE_BLOCKS ? 'note' : undefined,
  words: ({ value, where }) => ({
    note: `${CAP} is ${value} in ${where}: the host stops blocking before the gate does`,
  }),
  mend: () => `Remove it, or set it to ${MOST_IDLE_BLOCKS} or more`,
});
