import { homeFolder } from '../../../adapters/environment.ts';
import { commandsShown } from '../../../checks/kinds.ts';
import { failed, type Result, success } from '../../../domain/base/result.ts';
import type { PlacedHook } from '../../../domain/host/hooks-in-force.ts';
import { testCommandsIn } from '../../../domain/host/test-command.ts';
import type { TestCommand } from '../../../domain/host/test-commands/kind.ts';
import type { PendingSetting } from '../../../domain/settings/approval.ts';
import { alwaysChecks } from '../../../gates/standing.ts';
import { readInstalled } from '../../../hosts/claude-code/installed.ts';
import { type KnownHost, knownHosts } from '../../../hosts/hosts.ts';
import { foundBy, installedIn } from '../../../hosts/placed-hooks.ts';
import { inspectSettings } from '../../../settings/loading.ts';
import type { Suite } from '../../../suite.ts';
import { faultOfPerson } from '../../person.ts';
import { usage } from '../../usage.ts';

/** What setting up finds before anything is asked or changed. */
export interface Found {
  /** The stop hooks that are in force already. */
  readonly gates: readonly PlacedHook[];
  /** The other hosts that are on this machine, and have no stop hook of the suite yet. */
  readonly others: readonly KnownHost[];
  /** The commands by which the project's tests run, as far as its files tell. */
  readonly tests: readonly TestCommand[];
  /** The standing checks that are in force already, as people read them. */
  readonly always: readonly string[];
  readonly standing: 'block' | 'tell' | 'off';
  /** What of the project's file is not approved, and could be by who is at this terminal. */
  readonly unapproved: readonly PendingSetting[];
}

/** Largest file of a project that is read for its test command, in bytes. */
const LARGEST_MANIFEST = 1024 * 1024;

/** Looks at the project and its host. Fails: the user's own folder is no project, or a configuration is not valid. */
export async function lookAround(suite: Suite): Promise<Result<Found>> {
  const { environment, files } = suite;
  if (files.realPath(environment.projectFolder) === files.realPath(homeFolder())) {
    return usage(
      'This is your home folder, not a project',
      `Go to a project first. For all your projects at once: ${suite.commandLines.of('cs hooks install --user')}`,
    );
  }
  const { configuration, failures, pending } = inspectSettings(suite);
  const [failure] = failures;
  if (failure !== undefined) return failed(failure);
  const declared = alwaysChecks(configuration.checks.always).map((check) => check.declared);
  const { hooks } = await readInstalled(suite);
  return success({
    others: await otherHosts(suite),
    gates: hooks.filter(({ event }) => event === 'Stop'),
    tests: testsOf(suite),
    always: commandsShown(declared),
    standing: configuration.stopGate.standing,
    unapproved: faultOfPerson(environment) === undefined ? pending : [],
  });
}

async function otherHosts(suite: Suite): Promise<readonly KnownHost[]> {
  const there = knownHosts().filter(
    (known) => known.setup.isNamed && foundBy(known, suite) !== undefined,
  );
  const installed = await Promise.all(there.map((known) => installedIn(known, suite)));
  return there.filter(({ host }, at) =>
    installed[at]?.hooks.every(({ event }) => event !== host.events.stop),
  );
}

function testsOf({ environment, files }: Suite): readonly TestCommand[] {
  const place = (path: string): string => `${environment.checkout}/${path}`;
  return testCommandsIn({
    exists: (path) => files.exists(place(path)),
    text: (path) => {
      const reading = files.readFollowed(place(path), LARGEST_MANIFEST);
      return reading.found === 'text' ? reading.text : undefined;
    },
    names: (folder) => {
      const listed = files.list(place(folder));
      return 'names' in listed ? listed.names : [];
    },
  });
}
