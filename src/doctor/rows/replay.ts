import { readAnswer } from '../../domain/host/hook-trial.ts';
import type { PlacedHook } from '../../domain/host/hooks-in-force.ts';
import { type ExaminedHost, hostRow } from '../examination.ts';
import { installAnew } from '../mending.ts';
import { tryHooks } from '../trials.ts';

/**
 * Hooks that are run as their host would run them, and what it makes of the answers. A line that does anything else is not
 * run: others may have written it, and only the host asks whether the user trusts a project.
 */

/** The hooks whose line calls the suite and nothing else, or not; each once, since one line can stand in two places. */
function hooksOf({ host: { hooks } }: ExaminedHost, isAlone: boolean): readonly PlacedHook[] {
  const lineOf = ({ command, event, pluginRoot }: PlacedHook) =>
    JSON.stringify([event, pluginRoot, command]);
  const once = new Map(hooks.map((hook) => [lineOf(hook), hook]));
  return [...once.values()].filter(({ reading }) => reading.isAlone === isAlone);
}

export const mixed = hostRow({
  check: 'replay',
  look: (world): readonly PlacedHook[] => hooksOf(world, false),
  verdict: () => 'note',
  words: ({ command, event }) => ({
    note: `${event}: \`${command}\` does more than call completion-promise, and was not tried`,
  }),
  mend: () => 'Move its other actions to a separate hook',
});

/** What guards say where the suite is missing. */
const NOT_INSTALLED = /\(completion-promise\) is not installed/;

export const replay = hostRow({
  check: 'replay',
  look: (world) => tryHooks(world.host.known, hooksOf(world, true), world),
  verdict({ known, outcome, situation: { expects } }) {
    const reading = readAnswer(outcome, known.setup.trial.answers);
    if (reading.effect === 'fails') return 'fail ignored';
    if (expects !== 'block') {
      if (reading.effect === 'blocks') return 'fail always';
      return expects === 'pass' ? 'ok passes' : 'ok answers';
    }
    if (reading.effect === 'passes') return 'fail open';
    if (NOT_INSTALLED.test(reading.reason)) return 'fail missing';
    return reading.reason === '' ? 'fail wordless' : 'ok blocks';
  },
  about: ({ hook, situation }) => `${hook.event}: ${situation.words}`,
  words({ known, outcome }) {
    const reading = readAnswer(outcome, known.setup.trial.answers);
    const { stderr, stdout } = outcome;
    const line = firstLine(stderr.trim() === '' ? stdout : stderr);
    const said = line === '' ? '' : ` (${line})`;
    return {
      'ok blocks': 'it blocks',
      'ok passes': 'it lets the session end',
      'ok answers': 'it answers correctly',
      'fail ignored': `${'why' in reading ? reading.why : ''}${said}`,
      'fail open': `it let the session end${said}`,
      'fail missing': 'it does not find completion-promise',
      'fail wordless': 'it blocks without a reason',
      'fail always': `it always blocks (${firstLine('reason' in reading ? reading.reason : '')})`,
    };
  },
  durationMs: ({ outcome }) => outcome.durationMs,
  mend({ hook, known }) {
    const look = 'Run the command by hand to see its output';
    const anew = installAnew(known, hook.place);
    return typeof anew === 'string'
      ? `${look}. ${anew}`
      : { ...anew, words: `${look}; to reinstall it` };
  },
});

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1);
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
