import { failed, type Result, success } from '../../domain/base/result.ts';
import { timestamp } from '../../domain/base/time.ts';
import {
  MOST_PAUSE_MS,
  PAUSE_MEMORY,
  type Pause,
  pauseIn,
  pauseLength,
  USUAL_PAUSE_MS,
  withoutPause,
  withPause,
} from '../../domain/session/pause.ts';
import { beforePauseText, pauseText } from '../../report/let-through-text.ts';
import { durationText } from '../../report/waiting-text.ts';
import type { Suite } from '../../suite.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { noPersonHere, personRefusal } from '../person.ts';
import { warningOf } from '../print.ts';
import { usage } from '../usage.ts';

const ACTION = 'pause the stop gate';

export const pauseCommand: Command = {
  summary:
    'Has the stop gate of this project off for a while, for every session. Only a person can, in a terminal.',
  usage: ['[--for <time>]', '--end'],
  effects: ['weakens'],
  options: {
    for: {
      takes: 'word',
      value: '<time>',
      summary: `How long: 30m, 2h; at most ${durationText(MOST_PAUSE_MS)} (default: ${durationText(USUAL_PAUSE_MS)})`,
    },
    end: { takes: 'nothing', summary: 'Have the gate on again' },
    json: JSON_OPTION,
  },
  examples: [
    ['$0', 'Off for an hour'],
    ['$0 --for 15m', 'Off for a quarter of one'],
    ['$0 --end', 'On again'],
  ],
  async run(args, suite) {
    const length = lengthOf(args);
    if (length === undefined) {
      return usage('--for takes minutes or hours, up to 24h: 30m, 2h');
    }
    if (!args.given('end')) return pause(length, suite);
    return args.given('for') ? usage('--for and --end cannot be given together') : end(suite);
  },
};

function lengthOf(args: Arguments): number | undefined {
  const given = args.text('for');
  return given === undefined ? USUAL_PAUSE_MS : pauseLength(given);
}

async function pause(length: number, suite: Suite): Promise<Result<Report>> {
  const kept = await suite.stopGate.read(PAUSE_MEMORY);
  if (!kept.ok) return kept;
  const now = suite.clock.now();
  const paused: Pause = { by: 'person', at: timestamp(now), until: timestamp(now + length) };
  const refused = await personRefusal(
    {
      action: ACTION,
      shown: beforePauseText(suite.environment.projectFolder, paused),
      question: 'Type "pause" to have it off: ',
      typed: 'pause',
    },
    suite,
  );
  if (refused !== undefined) return failed(refused);
  const changed = await suite.stopGate.change<undefined>(PAUSE_MEMORY, (state) =>
    success({
      state: withPause(state, paused),
      value: undefined,
      event: { event: 'gate.paused', until: paused.until },
      naming: (event) => withPause(state, { ...paused, event }),
    }),
  );
  if (!changed.ok) return changed;
  return success({
    text: `The stop gate is ${pauseText(paused, Date.parse(paused.at), suite.commandLines)}`,
    json: { paused },
    notes: changed.value.warnings.map(warningOf),
  });
}

/** A person is not asked to confirm it: what makes the gate stronger is done by no accident. */
async function end(suite: Suite): Promise<Result<Report>> {
  const kept = await suite.stopGate.read(PAUSE_MEMORY);
  if (!kept.ok) return kept;
  const report = { text: 'The stop gate is on.', json: { paused: null } };
  if (pauseIn(kept.value, suite.clock.now()) === undefined) {
    return success({ ...report, text: 'The stop gate is on: it was not paused.' });
  }
  const refused = noPersonHere('end a pause', suite);
  if (refused !== undefined) return failed(refused);
  const changed = await suite.stopGate.change(PAUSE_MEMORY, (state) =>
    success({
      state: withoutPause(state),
      value: undefined,
      event: { event: 'gate.resumed' },
    }),
  );
  if (!changed.ok) return changed;
  return success({ ...report, notes: changed.value.warnings.map(warningOf) });
}
