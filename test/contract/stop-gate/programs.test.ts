import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metCriterion, promiseFile } from '../../rig/values/promises.ts';
import { continuationReply } from '../../rig/values/transcripts.ts';
import { createGitProject } from '../../rig/worlds/git-project.ts';
import { createProject } from '../../rig/worlds/project.ts';
import { createClaude, resultOf } from '../../rig/worlds/scripted-claude.ts';
import {
  gate,
  hostedSession,
  outputOf,
  runsOnPosix,
  stopPayload,
} from '../../rig/worlds/stop-gate.ts';

/** A payload can hold anything: no program that the gate starts may see any of it where others can. */

const MARK = 'marked-by-the-host';
const ID = 'promise-0000000a';

/** A payload in which every text is marked. */
function marked(session: string, parts: object = {}): object {
  return stopPayload(session, {
    permission_mode: `${MARK}-mode`,
    cwd: `/nowhere/${MARK}`,
    last_assistant_message: `${MARK} is done`,
    session_crons: [MARK],
    prompt: MARK,
    source: MARK,
    agent_id: MARK,
    agent_transcript_path: `/nowhere/${MARK}`,
    [`new_${MARK}`]: MARK,
    ...parts,
  });
}

interface Recorded {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A checkout with a tracker, on a PATH whose `bd` and `git` record how they are called. */
function recordingProject() {
  const project = createGitProject(
    { '.beads/issues.jsonl': '{}\n', 'a.txt': 'a\n' },
    createProject(''),
  );
  const folder = join(project.folder, '..', 'programs', 'recording');
  const log = join(folder, 'calls.jsonl');
  mkdirSync(folder, { recursive: true });
  writeFileSync(log, '');
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  put(
    'git',
    `const { spawnSync } = require('node:child_process');
    const { status } = spawnSync(${JSON.stringify(git)}, process.argv.slice(2), { stdio: 'inherit' });
    process.exitCode = status ?? 1;`,
  );
  put('bd', `process.stdout.write('[]');`);
  return {
    project,
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    calls: (): readonly Recorded[] =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };

  function put(name: string, does: string): void {
    const call = `{ argv: [${JSON.stringify(name)}, ...process.argv.slice(2)], environment: process.env }`;
    const record = `require('node:fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify(${call}) + '\\n');`;
    writeFileSync(join(folder, name), `#!${process.execPath}\n${record}\n${does}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

describe.skipIf(!runsOnPosix)('nothing of a payload is in the arguments or the environment', () => {
  it.each([
    [
      'an open promise with a proof',
      [
        metCriterion('AC-1', {
          proof: { source: 'checks', tree: 'x' },
          checks: [{ kind: 'command', run: 'true' }],
        }),
      ],
      `orch-${MARK}`,
    ],
    ['a promise that is met', [metCriterion('AC-1')], `orch-${MARK}`],
    ['a session of its own prefix', [metCriterion('AC-1')], `system3-${MARK}`],
  ])('of git and bd: %s', async (_what, acceptance_criteria, session) => {
    const { calls, env, project } = recordingProject();
    project.write(`promises/${ID}.json`, promiseFile(ID, session, { acceptance_criteria }));
    const { transcript } = hostedSession(project, session);
    outputOf(await gate(project, marked(session, { transcript_path: transcript }), { env }));
    expect(calls().length).toBeGreaterThan(0);
    for (const call of calls()) expect(JSON.stringify(call)).not.toContain(MARK);
  });

  it('of git and bd, which were both called', async () => {
    const { calls, env, project } = recordingProject();
    const session = `orch-${MARK}`;
    const done = promiseFile(ID, session, { acceptance_criteria: [metCriterion('AC-1')] });
    project.write(`promises/${ID}.json`, done);
    outputOf(await gate(project, marked(session), { env }));
    expect([...new Set(calls().map(({ argv }) => argv[0]))].sort()).toEqual(['bd', 'git']);
  });

  it('of a claude that judges, which gets what it is to judge on its standard input', async () => {
    const project = createProject('');
    const claude = createClaude(project);
    claude.does({ stdout: resultOf(continuationReply()) });
    const env = { PATH: claude.path, CS_JUDGE_BACKEND: 'claude' };
    const { transcript } = hostedSession(project, 'system3');
    const payload = marked(`system3-${MARK}`, { transcript_path: transcript });
    outputOf(await gate(project, payload, { env }));
    const calls = claude.calls();
    expect(calls.map(({ stdin }) => stdin.includes(`${MARK} is done`))).toEqual([true]);
    for (const { argv, environment, folder } of calls) {
      expect(JSON.stringify([argv, environment, folder])).not.toContain(MARK);
    }
  });
});

describe.skipIf(!runsOnPosix)('the answer is one object', () => {
  it.each([
    ['git', 'loud on both its outputs'],
    ['bd', 'loud on both its outputs'],
  ])('where %s is %s', async (name) => {
    const { env, project } = recordingProject();
    const program = join(project.folder, '..', 'programs', 'recording', name);
    writeFileSync(program, '#!/bin/sh\necho \'{"decision": "approve"}\'\necho noise >&2\nexit 1\n');
    const session = 'orch-1';
    const done = promiseFile(ID, session, { acceptance_criteria: [metCriterion('AC-1')] });
    project.write(`promises/${ID}.json`, done);
    const outcome = await gate(project, stopPayload(session), { env });
    expect(outputOf(outcome).decision).toBeUndefined();
    expect(outcome.stderr).toBe('');
  });
});
