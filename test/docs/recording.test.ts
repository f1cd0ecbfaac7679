import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { framesOf, normalised, textOf } from '../hosts/recording/frames.ts';
import { COLUMNS, drawn } from '../hosts/recording/picture.ts';
import { FILES, PROMISE, PROMPT, PROOFS } from '../hosts/recording/story.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createGitProject } from '../rig/worlds/git-project.ts';
import { createProject } from '../rig/worlds/project.ts';
import { hostedSession } from '../rig/worlds/stop-gate.ts';

const PICTURE = readFileSync(join(CHECKOUT, 'docs', 'recording.svg'), 'utf8');

/** Without what breaks lines and puts them apart: the terminal is narrower than some of them. */
const pressed = (text: string): string => text.replace(/\s/g, '');

/** What each frame shows. */
const SHOWN = PICTURE.split('<g class="f')
  .slice(1)
  .map((frame) => frame.slice(frame.indexOf('>') + 1).replace(/<[^>]*>/g, ''))
  .map((text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
  .map(pressed);

test.skipIf(process.platform === 'win32')(
  'the recording shows what its commands print today: to record it again, npm run recording',
  async () => {
    const session = randomUUID();
    const project = createGitProject(FILES, createProject(session));
    const shows = (text: string): void => {
      const wanted = pressed(normalised(text, project.folder));
      expect(
        SHOWN.some((shown) => shown.includes(wanted)),
        text,
      ).toBe(true);
    };
    const cs = async (args: readonly string[]): Promise<void> => {
      const { code, stderr, stdout } = await project.run('cs', args);
      expect(code, stderr).toBe(0);
      for (const line of stdout.trim().split('\n')) shows(line);
    };

    shows(PROMPT);
    await cs(PROMISE);
    const {
      decision,
      reason = '',
      systemMessage = '',
    } = await hostedSession(project, session).stop();
    expect(decision).toBe('block');
    for (const told of [reason, systemMessage]) shows(told);
    project.put('add.mjs', FILES['add.mjs'].replace('-', '+'));
    for (const proof of PROOFS) await cs(proof);
  },
);

test('the recording names nothing of the machine on which it was made, and moves without a script', () => {
  expect(PICTURE).not.toMatch(/\/(?:tmp|var|home|root|Users|private)\/|127\.0\.0\.1|localhost/);
  expect(PICTURE).not.toMatch(/<script|href=/);
  expect(PICTURE.length).toBeLessThan(250_000);
});

test('a frame is shown once, whatever turns in it, in its colours and its place', () => {
  const working = (sign: string, seconds: number): string =>
    `\u001b[38;5;174m${sign} Musing… (running Stop hook · ${seconds}s)\u001b[39m\n`;
  const frames = framesOf(
    [
      `${working('✻', 1)}\u001b[1mIn /scratch <\u001b[0m`,
      `${working('·', 2)}\u001b[1mIn /scratch <\u001b[0m`,
      `${working('✽', 3)}\u001b[48;5;22m  + 1\u001b[49m`,
    ],
    '/scratch',
  );

  expect(frames.map(({ rows }) => rows.map(textOf))).toEqual([
    ['✻ Working… (running Stop hook)', 'In ~/adder <'],
    ['✻ Working… (running Stop hook)', '  + 1'],
  ]);
  const picture = drawn(frames);
  expect(picture).toContain('class="b">In ~/adder &lt;</text>');
  expect(picture).toContain('fill="#005f00"/>');
  expect(picture).toContain(`viewBox="0 0 ${Math.ceil(COLUMNS * 8.43 + 40)} `);
});
