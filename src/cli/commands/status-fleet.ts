import { listenForInterrupts } from '../../adapters/interrupts.ts';
import { surroundings } from '../../adapters/surroundings.ts';
import { type Result, success } from '../../domain/base/result.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { fleetJson, fleetText } from '../../report/fleet-text.ts';
import { printable } from '../../report/printable.ts';
import type { Fleet } from '../../store/fleet.ts';
import type { Suite } from '../../suite.ts';
import type { Arguments, Report } from '../command.ts';
import { shownText } from '../print.ts';
import { noFleet } from '../usage.ts';

/** `cs status --fleet`: the sessions of all machines that share the store. */
export async function fleetStatus(args: Arguments, suite: Suite): Promise<Result<Report>> {
  const { fleet } = suite;
  if (fleet === undefined) {
    return noFleet();
  }
  const isOfAll = args.given('all-projects');
  const read = async (): Promise<Result<Report>> => {
    const reading = await fleet.read(isOfAll);
    if (!reading.ok) return reading;
    const text = fleetText(reading.value, suite.style, suite.commandLines);
    return success({ text, json: fleetJson(reading.value) });
  };
  return args.given('watch') ? watch(fleet, read, args.given('json'), suite) : read();
}

/** How long is waited at the most before it is read again, in milliseconds: what nobody tells of shows then. */
const MOST_WAITING_MS = 5000;

/** Moves to the upper left corner, and clears what is below. */
const CLEAR_SCREEN = '\u001b[H\u001b[2J';

/**
 * Shows it again whenever it reads otherwise, until Ctrl-C: on a terminal in its place, else one text or one line of
 * JSON after the other. Where the store cannot be reached, that is said, and tried again.
 */
async function watch(
  fleet: Fleet,
  read: () => Promise<Result<Report>>,
  asJson: boolean,
  { environment }: Suite,
): Promise<Result<Report>> {
  const interruption = listenForInterrupts();
  const { signal } = interruption;
  const { errors, output } = surroundings();
  const isInPlace = output.isTerminal && !asJson && !environment.plainText;
  let shown: string | undefined;
  let fault: string | undefined;
  try {
    while (!signal.aborted && output.stream().writable) {
      const report = await read();
      if (report.ok) {
        const text = asJson ? JSON.stringify(report.value.json) : shownText(report.value);
        if (isNews(text, shown)) output.stream().write(`${isInPlace ? CLEAR_SCREEN : ''}${text}\n`);
        shown = text;
        fault = undefined;
      } else {
        const why = failureMessage(report.failure);
        if (why !== fault) errors.stream().write(`${printable(`${why} Trying again.`)}\n`);
        fault = why;
      }
      await fleet.change(MOST_WAITING_MS, signal);
    }
    return success({ text: '', json: null, isWritten: true });
  } finally {
    interruption.stop();
    await fleet.close();
  }
}

/** How long ago sessions were seen changes by itself, and is no news. */
const AGO = /last seen \d+ \w+ ago|"seen_ago_ms":\d+/g;

function isNews(text: string, shown: string | undefined): boolean {
  return shown === undefined || text.replace(AGO, '') !== shown.replace(AGO, '');
}
