import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NODE_DIGESTS } from '../../../src/adapters/file-digest.ts';
import { createFolders, type Folders } from '../../rig/worlds/folders.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** What is done to the state of a session by something else than the suite, and what its gates say of it. */

const STATE = 'one/.claude/completion-state';

interface World extends Folders {
  readonly id: string;
  /** Runs lines of the session's shell in the project, where each of them must succeed. */
  does(lines: string): Promise<void>;
  /** Replaces the promise's file by a change of it. */
  edits(changed: (promise: Record<string, unknown>) => object): void;
}

/** A project with one started promise of two criteria. */
async function worldOf(): Promise<World> {
  const folders = createFolders();
  folders.setUp('repository one');
  const created = await folders.shell('cs-promise --create P --ac first --ac second', {
    stands: 'one',
  });
  const id = /promise-[0-9a-f]{8}/.exec(created.stdout)?.[0] ?? 'no promise';
  const world: World = {
    ...folders,
    id,
    async does(lines) {
      expect(await folders.shell(lines, { stands: 'one' })).toMatchObject({ code: 0 });
    },
    edits(changed) {
      const path = folders.at(join(STATE, 'promises', `${id}.json`));
      writeFileSync(path, JSON.stringify(changed(JSON.parse(readFileSync(path, 'utf8'))), null, 2));
    },
  };
  await world.does(`cs-promise --start ${id}`);
  return world;
}

function metByHand({ edits }: World): void {
  edits((promise) => ({ ...promise, acceptance_criteria: criteriaOf(promise).map(met) }));
}

function criteriaOf({ acceptance_criteria: criteria }: Record<string, unknown>): readonly object[] {
  return Array.isArray(criteria) ? criteria : [];
}

function met(criterion: object): object {
  return { ...criterion, status: 'met', evidence: 'looks fine' };
}

type Deed = readonly [what: string, act: (world: World) => void | Promise<void>];

const FOUND: readonly Deed[] = [
  ['the state folder is removed', ({ setUp }) => setUp(`rm -r ${STATE}`)],
  ['git removes what it does not track', ({ setUp }) => setUp('git -C one clean -fdxq')],
  ['the state folder is moved away', ({ setUp }) => setUp(`mv ${STATE} kept`)],
  ['the promise is removed', ({ id, setUp }) => setUp(`rm ${STATE}/promises/${id}.json`)],
  ['the whole project is removed', ({ setUp }) => setUp('rm -r one; mkdir one')],
  [
    'the promise is moved into the history',
    ({ id, setUp }) =>
      setUp(`mkdir -p ${STATE}/history; mv ${STATE}/promises/${id}.json ${STATE}/history`),
  ],
  [
    'it is verified by an edit',
    ({ edits }) => edits((promise) => ({ ...promise, status: 'verified' })),
  ],
  [
    'it is cancelled by an edit',
    ({ edits }) => edits((promise) => ({ ...promise, status: 'cancelled' })),
  ],
  [
    'its criteria are emptied',
    ({ edits }) => edits((promise) => ({ ...promise, acceptance_criteria: [] })),
  ],
  ['its criteria are met by an edit', metByHand],
  [
    'its owner is taken out',
    ({ edits }) => edits((promise) => ({ ...promise, ownership: { owned_by: null } })),
  ],
  [
    'it is given to another session',
    ({ edits }) => edits((promise) => ({ ...promise, ownership: { owned_by: 'another' } })),
  ],
  [
    'it is met by an edit, and the ledger removed',
    (world) => {
      metByHand(world);
      world.setUp(`rm ${STATE}/events.jsonl`);
    },
  ],
  [
    'a criterion is met by an edit, and the other by the suite',
    async (world) => {
      world.edits((promise) => {
        const [first = {}, ...others] = criteriaOf(promise);
        return { ...promise, acceptance_criteria: [met(first), ...others] };
      });
      await world.does(`cs-promise --meet ${world.id} --ac-id AC-2 --evidence seen`);
    },
  ],
  [
    'its criteria are met by an edit, and their evidence replaced by the suite',
    async (world) => {
      metByHand(world);
      await world.does(`cs-promise --meet ${world.id} --ac-id AC-1 --evidence seen`);
    },
  ],
  [
    'its criteria are emptied, and one that is met is added by the suite',
    async (world) => {
      world.edits((promise) => ({ ...promise, acceptance_criteria: [] }));
      await world.does(`cs-promise --add-ac ${world.id} easy`);
      await world.does(`cs-promise --meet ${world.id} --ac-id AC-1 --evidence seen`);
    },
  ],
  [
    'its criteria are met by an edit, and it is cancelled by the suite',
    async (world) => {
      metByHand(world);
      await world.does(`cs-promise --cancel ${world.id}`);
    },
  ],
  [
    'its criteria are met by an edit, and it is released and adopted by the suite',
    async (world) => {
      metByHand(world);
      await world.does(`cs-promise --release ${world.id}; cs-promise --adopt ${world.id}`);
    },
  ],
  [
    'its owner is taken out, and another session adopts it',
    async (world) => {
      world.edits((promise) => ({ ...promise, ownership: { owned_by: null } }));
      await world.does(`CLAUDE_SESSION_ID=another cs-promise --adopt ${world.id}`);
    },
  ],
  [
    'its criteria are met by an edit, a line in the ledger that follows from nothing says so',
    (world) => {
      const file = `promises/${world.id}.json`;
      const path = world.at(join(STATE, file));
      const before = NODE_DIGESTS.of(readFileSync(path));
      metByHand(world);
      const after = NODE_DIGESTS.of(readFileSync(path));
      const line = { event: 'criterion.met', file: { path: file, before, after }, prev: null };
      appendFileSync(world.at(join(STATE, 'events.jsonl')), `${JSON.stringify(line)}\n`);
    },
  ],
];

/** What makes a promise no less open: the session is held by it as ever, and nothing is said of a change. */
const HELD: readonly Deed[] = [
  ['its title is edited', ({ edits }) => edits((promise) => ({ ...promise, title: 'Another' }))],
  ['its file is written anew', ({ edits }) => edits((promise) => promise)],
  ['a key of its own is added', ({ edits }) => edits((promise) => ({ ...promise, note: 'mine' }))],
  ['the ledger is removed', ({ setUp }) => setUp(`rm ${STATE}/events.jsonl`)],
  ['the register is removed', ({ setUp }) => setUp('rm -r home/.local')],
  ['its times are those of long ago', ({ setUp }) => setUp('touch -d 1999-01-01 one home')],
];

describe.skipIf(!runsOnPosix)(
  'a session that is not held by its promise any more is blocked once where',
  () => {
    it.each(FOUND)('%s', async (_what, act) => {
      const world = await worldOf();
      await act(world);
      const call = { launched: 'one', stands: 'one' };
      const { decision, reason, systemMessage } = await world.stop(call);
      expect(decision).toBe('block');
      expect(reason).toContain(world.id);
      expect(systemMessage).toContain(world.id);
      expect(await world.stop(call)).not.toMatchObject({ decision: 'block' });
    });

    it.each(FOUND)('cs-verify --check asks to look at cs-status first: %s', async (_what, act) => {
      const world = await worldOf();
      await act(world);
      const place = { stands: 'one' };
      const held = await world.shell('cs-verify --check', place);
      expect(held.code).toBe(2);
      expect(held.stdout + held.stderr).toContain(world.id);
      expect(held.stdout).toContain('cs-status');
      expect((await world.shell('cs-status', place)).stdout).toContain(world.id);
      expect(await world.shell('cs-verify --check', place)).toMatchObject({ code: 0 });
    });
  },
);

describe.skipIf(!runsOnPosix)('a promise that was met by an edit', () => {
  it.each([
    ['cs-status', (world: World) => world.shell('cs-status', { stands: 'one' })],
    ['the stop gate', (world: World) => world.stop({ launched: 'one', stands: 'one' })],
  ])('is not verified until the session was told by %s', async (_what, tell) => {
    const world = await worldOf();
    metByHand(world);
    const verify = () =>
      world.shell(`cs-verify --promise ${world.id} --skip-validation-check`, { stands: 'one' });
    for (const _ of ['at once', 'after a change']) {
      const { code, stderr } = await verify();
      expect(code).toBe(1);
      expect(stderr).toContain(
        `Promise ${world.id} was weakened by something other than completion-promise`,
      );
      expect(stderr).toContain('Next: cs-status');
      await world.does(`cs-promise --meet ${world.id} --ac-id AC-1 --evidence seen`);
    }
    await tell(world);
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('is marked in cs-status whatever the suite changes later', async () => {
    const world = await worldOf();
    metByHand(world);
    for (const words of ['--meet ID --ac-id AC-1 --evidence seen', '--add-ac ID third']) {
      await world.does(`cs-promise ${words.replace('ID', world.id)}`);
      const { stdout } = await world.shell('cs-status', { stands: 'one' });
      expect(stdout).toContain('(changed outside completion-promise)');
    }
  });

  it('is told once where the register was lost', async () => {
    const world = await worldOf();
    metByHand(world);
    world.setUp('rm -r home/.local');
    await world.does(`cs-promise --meet ${world.id} --ac-id AC-1 --evidence seen`);
    const call = { launched: 'one', stands: 'one' };
    const { decision, reason } = await world.stop(call);
    expect(decision).toBe('block');
    expect(reason).toContain('its earlier content is unknown');
    expect(await world.stop(call)).not.toMatchObject({ decision: 'block' });
  });
});

/** What the user reads where a promise was changed outside completion-promise, or is gone. */
const OUTSIDE = /something other than completion-promise|changed from outside|when last written/;

describe.skipIf(!runsOnPosix)('a session is held by its promise as ever where', () => {
  it.each(HELD)('%s', async (_what, act) => {
    const world = await worldOf();
    await act(world);
    const { decision, reason, systemMessage } = await world.stop({
      launched: 'one',
      stands: 'one',
    });
    expect(decision).toBe('block');
    expect(reason).toContain(`cs meet ${world.id}`);
    expect(systemMessage).not.toMatch(OUTSIDE);
  });

  it('the project was moved by its user', async () => {
    const world = await worldOf();
    world.setUp('mv one moved');
    const { decision, reason, systemMessage } = await world.stop({
      launched: 'moved',
      stands: 'moved',
    });
    expect(decision).toBe('block');
    expect(reason).toContain(`cs meet ${world.id}`);
    expect(systemMessage).not.toMatch(OUTSIDE);
  });

  it('what was moved away is back', async () => {
    const world = await worldOf();
    const call = { launched: 'one', stands: 'one' };
    world.setUp(`mv ${STATE} kept`);
    expect(await world.stop(call)).toMatchObject({ decision: 'block' });
    world.setUp(`rm -rf ${STATE}; mv kept ${STATE}`);
    const { decision, reason } = await world.stop(call);
    expect(decision).toBe('block');
    expect(reason).toContain(`cs meet ${world.id}`);
  });
});

describe.skipIf(!runsOnPosix)('what the suite did itself is no change from outside:', () => {
  it.each([
    ['it is verified', 'cs-verify --promise ID --skip-validation-check'],
    ['it is cancelled', 'cs-promise --cancel ID'],
    ['it is released', 'cs-promise --release ID'],
  ])('%s', async (_what, words) => {
    const world = await worldOf();
    await world.does(`cs-promise --meet ${world.id} --ac-id AC-1 --evidence seen`);
    await world.does(`cs-promise --meet ${world.id} --ac-id AC-2 --evidence seen`);
    await world.does(words.replace('ID', world.id));
    expect(await world.stop({ launched: 'one', stands: 'one' })).not.toMatchObject({
      decision: 'block',
    });
    expect(await world.shell('cs-verify --check', { stands: 'one' })).toMatchObject({ code: 0 });
  });

  it('nothing is said of a promise of another session', async () => {
    const world = await worldOf();
    metByHand(world);
    const call = { launched: 'one', stands: 'one', session: 'another' };
    expect(JSON.stringify(await world.stop(call))).not.toContain(world.id);
    const check = await world.shell('cs-verify --check', { stands: 'one', session: 'another' });
    expect(check).toMatchObject({ code: 0 });
    expect(check.stdout + check.stderr).not.toContain(world.id);
  });
});
