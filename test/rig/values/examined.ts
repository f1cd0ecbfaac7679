import type { Examination, ExaminedHost } from '../../../src/doctor/examination.ts';
import type { SeenHost } from '../../../src/doctor/seen-hosts.ts';
import { hookLine, userGuard } from '../../../src/domain/host/guarded-command.ts';
import { readHookCommand } from '../../../src/domain/host/hook-command.ts';
import type { PlacedHook } from '../../../src/domain/host/hooks-in-force.ts';
import { configurationOf, effectiveSettings } from '../../../src/domain/settings/configuration.ts';
import type { SettingValue } from '../../../src/domain/settings/setting.ts';
import type { HostName } from '../../../src/hosts/hosts.ts';
import { diagnosisLine } from '../../../src/report/doctor-text.ts';
import { plainStyle } from '../../../src/report/style.ts';
import { LINES_HERE } from './command-lines.ts';
import { knownHost } from './hook-writings.ts';

/** A stop hook of the suite as it is installed for a host, with these changes. */
export function placedHook(name: HostName, changes: Partial<PlacedHook> = {}): PlacedHook {
  const { host, setup } = knownHost(name);
  const command = changes.command ?? hookLine('stop', userGuard(setup.words), setup.words);
  const reading = readHookCommand(command);
  if (reading === undefined) throw new Error(`no hook of the suite: ${command}`);
  const place = changes.place ?? 'user';
  return {
    event: host.events.stop ?? '',
    command,
    reading,
    shell: 'posix',
    place,
    path: `/${place}.json`,
    timeout: 60_000 / setup.format.unitMs,
    matcher: undefined,
    detached: undefined,
    ...changes,
  };
}

/** A host with these gates and nothing else. */
export function seenHost(
  name: HostName,
  gates: readonly PlacedHook[] = [],
  more: Partial<SeenHost> = {},
): SeenHost {
  return {
    known: knownHost(name),
    foundBy: undefined,
    gates,
    hooks: gates,
    idle: [],
    others: [],
    disabledBy: undefined,
    plugins: [],
    isLaunchKnown: false,
    isGatedElsewhere: false,
    variables: [],
    faults: [],
    ...more,
  };
}

/** What the settings say. */
export function configured(values: Readonly<Record<string, SettingValue>> = {}) {
  const source = { name: 'test', mayWeaken: true, values: new Map(Object.entries(values)) };
  const effective = effectiveSettings([source]);
  return { configuration: configurationOf(effective), effective, pending: [], failures: [] };
}

/** What a row finds in a world of which it looks at these parts alone. */
export function found(row: Examination<ExaminedHost>, parts: Partial<ExaminedHost>) {
  return row.examine(Object.assign(Object.create(null), { settings: configured(), ...parts }));
}

/** The same as the lines that doctor prints, each as its status and the rest. */
export async function told(row: Examination<ExaminedHost>, parts: Partial<ExaminedHost>) {
  const lines = await found(row, parts);
  return lines.map((one) => diagnosisLine(one, plainStyle, LINES_HERE));
}
