import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainWords } from '../../rig/values/plain-line.ts';
import { runShell } from '../../rig/worlds/programs.ts';
import {
  createProject,
  createStartedPromise,
  type Project,
  SESSION,
} from '../../rig/worlds/project.ts';
import { runsOnPosix } from '../../rig/worlds/stop-gate.ts';

/** The name of a command of the suite in a text. Its help is the same for every project. */
const COMMAND =
  /\bcs(?:-(?:init|promise|status|store-validation|verify)| [a-z]+(?:-[a-z]+)*)(?=[ "\n)])(?! --help)/g;

/** A project with a promise in progress, and a folder beside it that leads to no project. */
async function createWorld() {
  const project = createProject();
  mkdirSync(join(project.folder, '..', 'elsewhere'));
  const id = await createStartedPromise(project, 'Sign-in', '--ac', 'It works');
  const line = (text: string, folder: 'project' | 'elsewhere'): string =>
    text
      .replaceAll('$PROJECT', project.folder)
      .replaceAll('$ID', id)
      .replaceAll(' $AT', folder === 'project' ? '' : ` -C ${project.folder}`);
  /** Runs lines of an agent in one of the two, and gives all that the last of them printed. */
  const printed = async (lines: string | readonly string[], folder: 'project' | 'elsewhere') => {
    let last: Printed = { code: null, text: '' };
    for (const text of [lines].flat()) last = await run(project, line(text, folder), folder);
    return last;
  };
  return { folder: project.folder, printed };
}

interface Printed {
  readonly code: number | null;
  readonly text: string;
}

/** A shell reads what is more than a command of the suite with its words. */
async function run(project: Project, line: string, folder: string): Promise<Printed> {
  const words = plainWords(line);
  const env = { CLAUDE_SESSION_ID: SESSION };
  const { code, stderr, stdout } =
    words === undefined
      ? await runShell(project, `cd '${project.folder}/../${folder}'\n${line}`, env)
      : await project.run(words.bin, words.args, {
          cwd: join(project.folder, '..', folder),
          env,
        });
  return { code, text: stdout + stderr };
}

const met = 'cs-promise --meet $ID --ac-id AC-1 --evidence "npm test: 3 passed" --type test $AT';
const payload = `echo '{"session_id":"${SESSION}","hook_event_name":"SessionStart","source":"startup"}'`;

const broken = 'echo { > "$PROJECT/.claude/completion-state/promises/x.json"';

/** Command lines of an agent, `$AT` being how they name the project. The last of each prints commands. */
const PRINTING: Readonly<Record<string, string | readonly string[]>> = {
  'a promise that was made': 'cs-promise --create "Sign-out" --ac "It works" $AT',
  'a criterion that was met': met,
  'a criterion without evidence': 'cs-promise --meet $ID --ac-id AC-1 $AT',
  'a check that was added': 'cs-promise --add-check $ID --ac-id AC-1 --command true $AT',
  'a criterion that was met by a run': 'cs meet $ID --ac-id AC-1 --run $AT -- true',
  'a run instead of checks': [
    'cs-promise --add-check $ID --ac-id AC-1 --command true $AT',
    'cs meet $ID --ac-id AC-1 --run $AT -- true',
  ],
  'checks that passed': [
    'cs-promise --add-check $ID --ac-id AC-1 --command true $AT',
    'cs prove $ID $AT',
  ],
  'a promise without checks': 'cs prove $ID $AT',
  'a promise that is not there': 'cs-promise --show promise-00000000 $AT',
  'a promise that is not met': 'cs-verify --promise $ID $AT',
  'a promise that is not validated': [met, 'cs-verify --promise $ID $AT'],
  'a promise that was closed': [met, 'cs-verify --promise $ID --skip-validation-check $AT'],
  'a judge that is not there': [met, 'cs-verify --promise $ID --judge $AT'],
  'a promise of nobody': ['cs-promise --release $ID $AT', 'cs-promise --start $ID $AT'],
  'a session that may not end': 'cs-verify --check $AT',
  'the same as data': 'cs-verify --check --json $AT',
  'the same in full': 'cs-verify --check --verbose $AT',
  'a session that starts': `${payload} | cs session-start $AT`,
  'evidence that lacks something': ['cs-promise --meet $ID --ac-id AC-1 --evidence done $AT'],
  'a session without directives': 'cs session directive --list $AT',
  'no session': 'CLAUDE_SESSION_ID= cs-promise --create "Sign-out" --ac "It works" $AT',
  'a file that cannot be read': [broken, 'cs-status $AT'],
  'a list of orphans beside such a file': [broken, 'cs-init --check-orphans $AT'],
  'a block by such a file': [broken, 'cs-verify --check $AT'],
  'an examination of such a file': [broken, 'cs doctor $AT'],
  'settings that cannot be read': [
    'echo { > "$PROJECT/.claude/completion-promise.json"',
    'cs-verify --check $AT',
  ],
};

describe.skipIf(!runsOnPosix).each(Object.entries(PRINTING))('what is printed of %s', (_, line) => {
  it('names the project in each command for a reader in another folder', async () => {
    const { folder, printed } = await createWorld();
    const { text } = await printed(line, 'elsewhere');
    const commands = [...text.matchAll(COMMAND)].length;
    expect(commands).toBeGreaterThan(0);
    expect(text.split(` -C ${folder}`)).toHaveLength(commands + 1);
  });

  it('names none for a reader in the project', async () => {
    const { printed } = await createWorld();
    const { text } = await printed(line, 'project');
    expect(text).toMatch(COMMAND);
    expect(text).not.toMatch(/ -C /);
  });
});

it.skipIf(!runsOnPosix)(
  'the commands lead an agent in another folder to an open gate',
  async () => {
    const { printed } = await createWorld();
    const run = (line: string) => printed(line, 'elsewhere');
    const follow = (text: string) => {
      const next = /^Next: (.+)$/m.exec(text)?.[1] ?? 'false';
      return run(next.replace('[what shows it]', 'npm test: 3 passed'));
    };
    const made = await run('cs-promise --create "Sign-out" --ac "It works" $AT');
    expect(await follow(made.text)).toMatchObject({ code: 0 });
    for (const _open of [1, 2]) {
      const held = await run('cs-verify --check $AT');
      expect(held.code).toBe(2);
      expect(await follow(held.text)).toMatchObject({ code: 0 });
    }
    expect(await run('cs-verify --check $AT')).toMatchObject({ code: 0 });
  },
);
