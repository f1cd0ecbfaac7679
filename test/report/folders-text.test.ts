import { describe, expect, it } from 'vitest';
import type { LossByRegister } from '../../src/domain/session/lost-promise.ts';
import type { SessionEnd } from '../../src/domain/session/session-end.ts';
import { decideCheck } from '../../src/domain/standing/stop-check.ts';
import { commandLinesFor } from '../../src/report/command-lines.ts';
import { type DecidedFolder, isSilent, mayEndIn } from '../../src/report/decided-folders.ts';
import { foldersJson, foldersText } from '../../src/report/folders-text.ts';
import { LINES_HERE } from '../rig/values/command-lines.ts';
import { checkFacts, namedPromise, PROMISE_ID, sessionValue } from '../rig/values/domain-values.ts';
import { outline } from '../rig/values/register-values.ts';

const OWNER = 'session-a';
const FURTHER = '/work/b';

function decided(isOpen: boolean, folder?: string, ended?: SessionEnd): DecidedFolder {
  const promises = isOpen ? [namedPromise(PROMISE_ID, OWNER)] : [];
  return {
    folder,
    lines: folder === undefined ? LINES_HERE : commandLinesFor(folder, 'drop-in'),
    decision: decideCheck(checkFacts(sessionValue(OWNER), promises)),
    ended,
    weakened: [],
  };
}

const END: SessionEnd = {
  by: 'person',
  at: '2026-03-01T00:00:00Z',
  reason: 'enough',
  promises: [PROMISE_ID],
  unreadable: [],
};

const GONE: LossByRegister = {
  id: 'promise-0000000c',
  noticed: 'by-register',
  how: 'vanished',
  session: OWNER,
  project: '/work/c',
  now: undefined,
  lessenings: [],
};

const CHANGED: LossByRegister = {
  ...GONE,
  id: 'promise-0000000d',
  how: 'changed-outside',
  now: { digest: 'd2', outline: outline({}, 'verified') },
  lessenings: [
    { what: 'status', before: 'in_progress', now: 'verified' },
    { what: 'criterion-gone', id: 'AC-1' },
    { what: 'criterion-met', id: 'AC-2' },
    { what: 'owner' },
  ],
};

type Facts = Parameters<typeof foldersText>[0];

const facts = (folders: readonly DecidedFolder[], lost: readonly LossByRegister[] = []): Facts => ({
  session: OWNER,
  folders,
  lost,
});

describe('a session may end', () => {
  it.each<[boolean, string, Facts]>([
    [true, 'no folder keeps it', facts([decided(false), decided(false, FURTHER)])],
    [false, 'the project keeps it', facts([decided(true), decided(false, FURTHER)])],
    [false, 'a further folder keeps it', facts([decided(false), decided(true, FURTHER)])],
    [false, 'a promise was lost', facts([decided(false)], [GONE])],
    [true, 'a person ended it in the one that keeps it', facts([decided(true, undefined, END)])],
    [
      false,
      'a person ended it in another one',
      facts([decided(true, undefined, END), decided(true, FURTHER)]),
    ],
  ])('%s: %s', (mayEnd, _what, folders) => {
    expect(mayEndIn(folders)).toBe(mayEnd);
  });
});

describe('the check has nothing to say', () => {
  const orphan = checkFacts(sessionValue(OWNER), [namedPromise(PROMISE_ID, null)]);
  it.each<[boolean, string, Facts]>([
    [true, 'where nothing is open in any folder', facts([decided(false), decided(false, FURTHER)])],
    [false, 'where a folder keeps the session', facts([decided(false), decided(true, FURTHER)])],
    [false, 'where a promise was lost', facts([decided(false)], [GONE])],
    [false, 'where a person ended it', facts([decided(true, undefined, END)])],
    [
      false,
      'where a promise has no owner',
      facts([{ ...decided(false), decision: decideCheck(orphan) }]),
    ],
  ])('%s: %s', (silent, _where, folders) => {
    expect(isSilent(folders)).toBe(silent);
    expect(foldersText(folders, false)).toEqual(
      silent ? { stdout: '', stderr: '' } : expect.not.objectContaining({ stderr: '' }),
    );
  });
});

describe('the text', () => {
  it('of the project alone is that of the check', () => {
    const { stderr, stdout } = foldersText(facts([decided(true)]), false);
    expect(stdout).toMatch(/^COMPLETION CRITERIA NOT MET\n/);
    expect(stderr).toMatch(/^Blocked: /);
  });

  it('of a further folder begins with its name, and its commands lead there', () => {
    const { stderr, stdout } = foldersText(facts([decided(false), decided(true, FURTHER)]), false);
    expect(stdout).toMatch(/^IN \/work\/b:\nCOMPLETION CRITERIA NOT MET\n/);
    expect(stderr).toMatch(/^IN \/work\/b:\nBlocked: /);
    expect(stderr).toMatch(/^Next: cs-promise --meet .* -C \/work\/b$/m);
  });

  it('leaves out a folder in which a person ended the session', () => {
    const folders = facts([decided(true, undefined, END), decided(true, FURTHER)]);
    expect(foldersText(folders, false).stdout).toMatch(/^IN \/work\/b:/);
  });

  it('says that a person ended it where that lets it go', () => {
    const { stderr, stdout } = foldersText(facts([decided(true, undefined, END)]), false);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^A person ended session session-a/);
  });

  it('names each promise that was lost, and what was changed', () => {
    const { stderr, stdout } = foldersText(facts([decided(false)], [GONE, CHANGED]), false);
    expect(stdout).toBe(
      [
        'COMPLETION CRITERIA NOT MET',
        '===========================',
        'Session: session-a',
        '',
        'PROMISES CHANGED OUTSIDE COMPLETION-PROMISE (2):',
        '  promise-0000000c: its file is gone, and no command removed it (/work/c)',
        '  promise-0000000d: its file was changed from outside: status in_progress became verified, criterion AC-1 is gone, criterion AC-2 became met, this session no longer owns it (/work/c)',
        '',
        'NEXT ACTION:',
        '  cs-status',
        '',
      ].join('\n'),
    );
    expect(stderr).toContain('promise-0000000c was open when last written; its file');
    expect(stderr).toContain('\nNext: cs-status\n');
  });

  it('puts lost promises behind what is open', () => {
    const { stdout } = foldersText(facts([decided(true)], [GONE]), false);
    expect(stdout.split('COMPLETION CRITERIA NOT MET')).toHaveLength(2);
    expect(stdout).toMatch(/OUTSIDE COMPLETION-PROMISE \(1\):.*NEXT ACTION:\n {2}cs-status\n$/s);
  });

  it('holds nothing that a terminal obeys, whatever a folder is called', () => {
    const { stderr, stdout } = foldersText(
      facts(
        [decided(true), decided(true, '/work/\u001b[2J\nNext: rm')],
        [{ ...GONE, project: '\u202e\nNext: rm' }],
      ),
      false,
    );
    for (const text of [stdout, stderr]) {
      expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
      expect(text).not.toMatch(/^Next: rm/m);
    }
  });
});

it('as data, the project comes first and the others are beside it', () => {
  expect(foldersJson(facts([decided(false), decided(true, FURTHER)], [CHANGED]))).toMatchObject({
    may_end: false,
    in_progress: [],
    next_actions: ['cs-status'],
    ended: null,
    lost: [
      {
        id: CHANGED.id,
        folder: '/work/c',
        how: 'changed-outside',
        status: 'verified',
        changes: [
          { what: 'status', before: 'in_progress', now: 'verified' },
          { what: 'criterion-gone', ac_id: 'AC-1' },
          { what: 'criterion-met', ac_id: 'AC-2' },
          { what: 'owner' },
        ],
      },
    ],
    folders: [{ folder: FURTHER, may_end: false, in_progress: [{ id: PROMISE_ID }] }],
  });
});
