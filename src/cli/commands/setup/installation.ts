import { join } from 'node:path';
import { version } from '../../../../package.json' with { type: 'json' };
import { handOver } from '../../../adapters/hand-over.ts';
import { createNodeRun } from '../../../adapters/node-run.ts';
import { ownPrograms } from '../../../adapters/own-programs.ts';
import { programFor } from '../../../adapters/program-path.ts';
import { surroundings } from '../../../adapters/surroundings.ts';
import { memberIn } from '../../../domain/base/document.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { npxFolder } from '../../../domain/host/passing-runner.ts';
import { EXIT } from '../../../report/exit.ts';
import { shellWord } from '../../../report/printable.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { converse } from '../../terminal.ts';
import { usage } from '../../usage.ts';
import { STOPPED } from './stopped.ts';

const NAME = 'completion-promise';

/** How long npm has for an answer, installations included, in milliseconds. */
const LONGEST_WAIT_MS = 600_000;

/** Largest file of a runner that is read, in bytes. */
const LARGEST_MANIFEST = 1024 * 1024;

const OPTIONS = ['yes', 'json', 'dry-run'] as const;

/** What npm is to install, and where it would lie. */
interface Installable {
  readonly npm: string;
  /** What npx was asked for: a name with a version, a file or a repository. */
  readonly what: string;
  /** The same as a command line. */
  readonly command: string;
  /** The folder that npx fetched it into. */
  readonly cache: string;
  /** The folder of the package once it is installed. */
  readonly folder: string;
}

/**
 * Installs the suite for this user where a runner fetched it for this call alone, and hands the call over to what is
 * installed: hooks need programs that stay. `runner`: as people call it.
 */
export async function installFirst(
  runner: string,
  args: Arguments,
  isAsking: boolean,
  suite: Suite,
): Promise<Result<Report>> {
  const why = `${runner} keeps completion-promise in a cache that is emptied, and hooks need programs that stay`;
  const found = await installable(suite);
  if (found === undefined)
    return usage(why, 'Install it from where you have it, then run: cs setup');
  const { command, folder, what } = found;
  if (versionIn(folder, suite) === version) return goOn(found, args, suite);
  if (args.given('dry-run')) return success(wouldInstall(command, why, suite));
  const answer = isAsking
    ? await converse((asking) => asking(`${why}.\nInstall it: ${command}\ny or n [y] `))
    : 'y';
  if (answer === undefined) return success(STOPPED);
  if (!/^(?:y|yes|)$/i.test(answer)) return usage('Nothing was installed', hintOf(what, suite));
  return (await isInstalled(found, suite))
    ? goOn(found, args, suite)
    : usage(`${command} failed`, afterFailure(what));
}

/** What npx fetched; undefined where it was another runner, or npm does not answer. */
async function installable(suite: Suite): Promise<Installable | undefined> {
  const cache = npxFolder(ownPrograms());
  const npm = programFor('npm', suite.environment.projectFolder).program;
  if (cache === undefined || npm === undefined) return undefined;
  const what = specIn(cache, suite);
  if (what === undefined) return undefined;
  const { isDone, printed } = await callNpm([npm, 'root', '--global'], suite);
  if (!isDone) return undefined;
  const command = installing(what);
  return { npm, what, command, cache, folder: join(printed.trim(), NAME) };
}

/** Has npm install it, which the user can watch. */
async function isInstalled({ command, npm, what }: Installable, suite: Suite): Promise<boolean> {
  surroundings().errors.stream().write(`${command}\n`);
  const words = [npm, 'install', '--global', '--ignore-scripts', '--', what];
  const { isDone } = await callNpm(words, suite, surroundings().errors.stream());
  if (isDone) {
    const undo = suite.commandLines.of('cs setup undo');
    surroundings().errors.stream().write(`To undo: ${undo}\n\n`);
  }
  return isDone;
}

/** The command line that is run. The package needs nothing to run when it is installed. */
function installing(what: string): string {
  return `npm install --global --ignore-scripts ${shellWord(what)}`;
}

function wouldInstall(command: string, passing: string, { commandLines }: Suite): Report {
  const commands = [command, commandLines.of('cs setup')];
  return {
    text: [
      'DRY RUN: nothing is written.',
      `${passing}.`,
      'Would run:',
      ...commands.map((one) => `  ${one}`),
    ].join('\n'),
    json: { would_run: commands },
  };
}

/** The version of the suite that lies in a folder; undefined where it does not. */
function versionIn(folder: string, { files }: Suite): unknown {
  const reading = files.readFollowed(join(folder, 'package.json'), LARGEST_MANIFEST);
  return memberIn(reading.found === 'text' ? reading.text : undefined, 'version');
}

/** What was asked for when npx fetched it: a version, a file or a repository. */
function specIn(cache: string, { files }: Suite): string | undefined {
  const reading = files.readFollowed(join(cache, 'package.json'), LARGEST_MANIFEST);
  const text = reading.found === 'text' ? reading.text : undefined;
  const named = memberIn(text, '_npx', 'packages');
  const specs = Array.isArray(named) ? named.map(String) : [];
  return specs.find((spec) => spec.includes(NAME));
}

function hintOf(what: string, { commandLines }: Suite): string {
  const setUp = commandLines.of('cs setup');
  return [`Install it, then set up: ${installing(what)} && ${setUp}`, inProject(what)].join('\n');
}

function afterFailure(what: string): string {
  return [
    'Its error is above. Where you may not write to its folder, use one of yours: npm config set prefix ~/.local',
    inProject(what),
  ].join('\n');
}

function inProject(what: string): string {
  return `Or in this project alone: npm install --save-dev ${shellWord(what)} && node_modules/.bin/cs setup`;
}

function programOf(spelling: Suite['spelling']): string {
  return spelling === 'drop-in' ? 'cs' : spelling;
}

/** Whether npm does what it is asked, and what it prints. `shownOn`: where the user sees all that it writes. */
async function callNpm(
  command: readonly string[],
  { environment }: Suite,
  shownOn?: NodeJS.WritableStream,
): Promise<{ readonly isDone: boolean; readonly printed: string }> {
  let printed = '';
  const { ended } = await createNodeRun().program({
    command,
    folder: environment.projectFolder,
    environment: 'whole',
    timeoutMs: LONGEST_WAIT_MS,
    onOutput: (chunk, stream) => {
      if (stream === 'stdout') printed += chunk.toString('utf8');
      shownOn?.write(chunk);
    },
  });
  return { isDone: ended.how === 'exit' && ended.code === 0, printed };
}

/** The same call by what is installed now. */
async function goOn(
  { cache, folder }: Installable,
  args: Arguments,
  { environment, spelling }: Suite,
): Promise<Result<Report>> {
  const script = join(folder, 'plugin', 'bin', `${programOf(spelling)}.cjs`);
  const options = OPTIONS.filter((option) => args.given(option)).map((option) => `--${option}`);
  const words = ['setup', ...options, '--project', environment.projectFolder];
  const code = await handOver(script, words, {
    folder: environment.projectFolder,
    leaving: cache,
  });
  const exitCode =
    code === EXIT.ok ? EXIT.ok : code === EXIT.interrupted ? EXIT.interrupted : EXIT.failed;
  return success({ text: '', json: null, isWritten: true, exitCode });
}
