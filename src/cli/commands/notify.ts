import { secretValues } from '../../adapters/environment.ts';
import { createNodeRun } from '../../adapters/node-run.ts';
import { keepNotifyFailure } from '../../adapters/notify-record.ts';
import { readStandardInput } from '../../adapters/standard-input.ts';
import { success } from '../../domain/base/result.ts';
import { redactSecrets } from '../../domain/base/secrets.ts';
import { timestamp } from '../../domain/base/time.ts';
import { parseFields } from '../../domain/host/hook-payload.ts';
import type { Notice } from '../../domain/session/notice.ts';
import type { ProgramRun } from '../../ports.ts';
import { EXIT } from '../../report/exit.ts';
import { oneLine } from '../../report/printable.ts';
import type { Suite } from '../../suite.ts';
import type { Command } from '../command.ts';
import { settingsFor } from '../option-settings.ts';
import { usage } from '../usage.ts';

/** How long the command may take, and how long what it is told is waited for, in milliseconds. */
const MOST_MS = 10_000;
const INPUT = { mostMs: 2000, mostBytes: 64 * 1024 };

export const notifyCommand: Command = {
  summary: 'Tries out the command that is told when a session waits, is capped, or has verified.',
  usage: [''],
  effects: ['executes'],
  options: {},
  examples: [['$0', 'Run the command of notify with one JSON object on its input']],
  async run(args, suite) {
    const settings = settingsFor(suite, args, {});
    if (!settings.ok) return settings;
    const { configuration, pending } = settings.value;
    const { notify } = configuration;
    if (notify === null) {
      const isPending = pending.some(({ setting }) => setting.key === 'notify');
      return isPending
        ? usage('notify waits for your approval', suite.commandLines.of('cs config trust'))
        : usage('No command is set: notify');
    }
    const told = await readStandardInput(INPUT);
    const input = parseFields(told) === undefined ? JSON.stringify(trial(suite)) : told;
    const { projectFolder } = suite.environment;
    const ran = await createNodeRun().program({
      command: notify,
      folder: projectFolder,
      timeoutMs: MOST_MS,
      environment: { passing: [] },
      input: `${input}\n`,
    });
    const why = faultOf(ran);
    const at = timestamp(suite.clock.now());
    keepNotifyFailure(suite.files, projectFolder, why === undefined ? undefined : { at, why });
    return success({
      text: why === undefined ? 'It was told.' : `It failed: ${oneLine(why)}`,
      json: { told: why === undefined, reason: why ?? null },
      exitCode: why === undefined ? EXIT.ok : EXIT.failed,
    });
  },
};

function trial({ clock, environment }: Suite): Notice {
  return {
    event: 'test',
    at: timestamp(clock.now()),
    project: environment.projectFolder,
    session_id: environment.session?.id ?? null,
    promise_id: null,
    text: 'This is a trial.',
  };
}

/** How the command failed; undefined where it succeeded. */
function faultOf({ ended, output }: ProgramRun): string | undefined {
  if (ended.how === 'exit' && ended.code === 0) return undefined;
  const said = redactSecrets(output.tail, secretValues([])).text.trim().split('\n').at(-1) ?? '';
  const how = ended.how === 'exit' ? `exit code ${ended.code}` : ended.how;
  return said === '' ? how : `${how}: ${said.slice(0, 200)}`;
}
