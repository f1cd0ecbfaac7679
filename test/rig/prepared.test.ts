import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/adapters/file-digest.ts';
import { filesUnder } from './worlds/judged-project.ts';
import { createProject, type Project } from './worlds/project.ts';
import { nodeLine, prove, startWith } from './worlds/proving.ts';

/** A started promise with a command that lies beside the project, and a file. */
async function start(project: Project): Promise<string> {
  const command = `AC-1=${nodeLine(project, 'passes.cjs', '')}`;
  return startWith(project, '--ac', 'a', '--ac', 'b', '--command', command, '--file', 'AC-2=a.txt');
}

/** What commands wrote, but for what differs from run to run. */
function written(project: Project, id: string): ReadonlyMap<string, string> {
  const folder = dirname(project.folder);
  return new Map(
    [...filesUnder(folder)]
      .filter(([path]) => !path.endsWith('trust.key'))
      .map(([path, text]) => [
        path.replaceAll(id, 'ID').replace(/[0-9a-f]{64}/, 'DIGEST'),
        text
          .replaceAll(folder, 'FOLDER')
          .replaceAll(id, 'ID')
          .replaceAll(/"\d{4}-[^"]*Z"/g, 'TIME')
          // What a promise began with holds the second in which it was made.
          .replaceAll(/"began":"[0-9a-f]+"/g, 'BEGAN')
          .replaceAll(/"trust": "[0-9a-f]{64}"/g, 'SEAL')
          .replaceAll(/"[0-9a-f]{64}"/g, 'DIGEST'),
      ]),
  );
}

it('a promise that is put into a project is the one that the commands make there', async () => {
  // Two promises in one project are made by the commands: the first fills the project for others.
  const [made, copied] = [createProject(), createProject()];
  const id = await start(made);
  const copy = await start(copied);
  expect(copy).toBe(id);
  expect(written(copied, copy)).toEqual(written(made, id));
  expect(await start(copied)).not.toBe(id);
});

it('its commands are sealed for the project that it was put into', async () => {
  await start(createProject());
  const project = createProject();
  const id = await start(project);
  const { stdout } = await prove(project, id);
  expect(stdout).toContain('[PROVED] AC-1');
});

it('its ledger and the register have the digest of its file', async () => {
  await start(createProject());
  const project = createProject();
  const id = await start(project);
  const texts = filesUnder(dirname(project.folder));
  const promise = texts.get(`project/.claude/completion-state/promises/${id}.json`) ?? '';
  const recorded = [...texts].filter(([path]) => path.endsWith('.jsonl'));
  expect(recorded.map(([, text]) => text.includes(sha256(promise)))).toEqual([true, true]);
});
