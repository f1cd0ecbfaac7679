import { userConfigurationFolder } from '../../adapters/user-folder.ts';
import { failed, type Result, success } from '../../domain/base/result.ts';
import { isActing } from '../../domain/settings/approval.ts';
import type { EffectiveSetting } from '../../domain/settings/configuration.ts';
import { readSettingText } from '../../domain/settings/configuration-reading.ts';
import {
  choicesOf,
  SETTINGS,
  type SettingValue,
  STORE_KEY,
  shownValue,
} from '../../domain/settings/setting.ts';
import { FILES, holdsPassword } from '../../domain/settings/store-address.ts';
import { isWeaker } from '../../domain/settings/weaker.ts';
import { pendingMessage } from '../../report/approval-text.ts';
import {
  changedText,
  configurationJson,
  configurationText,
  settingLines,
} from '../../report/configuration-text.ts';
import { EXIT } from '../../report/exit.ts';
import { failureMessage } from '../../report/failure-text.ts';
import { oneLine } from '../../report/printable.ts';
import { projectConfiguration, userConfiguration } from '../../settings/configuration-files.ts';
import { inspectSettings } from '../../settings/loading.ts';
import { keepApproved } from '../../settings/project-settings.ts';
import { storeFault } from '../../state/stores.ts';
import type { Suite } from '../../suite.ts';
import { type Approval, approvalOf, withApproved } from '../approval.ts';
import { type Arguments, type Command, JSON_OPTION, type Report } from '../command.ts';
import { nearest } from '../parse.ts';
import { faultOfPerson } from '../person.ts';
import { changeSetting } from '../setting-change.ts';
import { usage } from '../usage.ts';

const ACTIONS = ['get', 'set', 'unset'] as const;
const KEYS = SETTINGS.map(({ key }) => key);

export const configCommand: Command = {
  summary:
    'Shows the settings that differ from the defaults, and where they come from; changes them.',
  usage: ['[--all] [--json]', 'get <key>', 'set <key> <value> [--user]', 'unset <key> [--user]'],
  effects: { get: [], all: [], set: ['weakens'], unset: ['weakens'] },
  options: {
    all: { takes: 'nothing', summary: 'Every setting, with what it takes' },
    user: {
      takes: 'nothing',
      summary: "With set and unset: in the user's own file, for all projects",
    },
    json: JSON_OPTION,
  },
  positional: { name: 'action', completes: offeredBehind, isSeveral: true },
  examples: [
    ['$0', 'What differs from the defaults'],
    ['$0 get judge.model', 'One value'],
    ['$0 set judge.model opus', "Set it in the project's file"],
    ['$0 set judge.maxUsdPerDay 5 --user', 'Set it for all projects of this user'],
  ],
  async run(args, suite) {
    const [action, key, ...words] = args.positionals;
    if (action === undefined) {
      return args.given('user') ? usage('--user goes with set and unset') : show(args, suite);
    }
    if (args.given('all')) return usage(`--all goes without ${oneLine(action)}`);
    if (!ACTIONS.some((one) => one === action)) {
      return usage(`Unknown action: ${oneLine(action)}. There are ${ACTIONS.join(', ')}`);
    }
    if (key === undefined) return usage(`Which setting? Name its key: ${action} judge.model`);
    if (!KEYS.includes(key)) {
      const near = nearest(key, KEYS);
      const hint =
        near === undefined
          ? `All keys: ${suite.commandLines.of('cs config --all')}`
          : `Did you mean ${near}?`;
      return usage(`Unknown setting: ${oneLine(key)}`, hint);
    }
    if (action === 'get') return get(key, words, suite);
    return change(action === 'set' ? words : undefined, key, args, suite);
  },
};

/** The words that can come next: what to do, a key, and the values of one that has a list of them. */
function offeredBehind([action, key, ...more]: readonly string[]): readonly string[] {
  if (action === undefined) return ACTIONS;
  if (key === undefined) return KEYS;
  const setting = SETTINGS.find((one) => one.key === key);
  return action !== 'set' || setting === undefined || more.length > 0 ? [] : choicesOf(setting);
}

/** The settings that differ from the defaults, or all. */
function show(args: Arguments, suite: Suite): Result<Report> {
  const { effective, failures, pending } = inspectSettings(suite);
  const [failure] = failures;
  if (failure !== undefined && args.given('json')) return failed(failure);
  const { checkout, projectFolder, search } = suite.environment;
  const project = { folder: projectFolder, via: search.via, checkout };
  const all = suite.commandLines.of('cs config --all');
  const waiting = pendingMessage(pending, suite.commandLines);
  return success({
    text: args.given('all')
      ? configurationText(project, effective, suite.style)
      : changedText(project, effective, all, suite.style),
    json: configurationJson(project, effective),
    notes: [
      ...failures.map((one) => `Error: ${failureMessage(one)} It is left out here.`),
      ...(waiting === '' ? [] : [`Note: ${waiting}.`]),
    ],
    exitCode: failures.length === 0 ? EXIT.ok : EXIT.failed,
  });
}

/** The value of a setting that is in force, alone on a line: a text as it is, anything else as JSON. */
function get(key: string, words: readonly string[], suite: Suite): Result<Report> {
  if (words.length > 0) return usage(`Unexpected argument: ${words[0]}`);
  const found = inForce(key, suite);
  if (!found.ok) return found;
  const { source, value } = found.value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return success({ text, json: { key, value, source } });
}

function inForce(key: string, suite: Suite): Result<EffectiveSetting> {
  const { effective, failures } = inspectSettings(suite);
  const [failure] = failures;
  const found = effective.find(({ setting }) => setting.key === key);
  if (failure !== undefined) return failed(failure);
  return found === undefined ? usage(`Unknown setting: ${key}`) : success(found);
}

/** Sets a setting to what the words say, or takes it out of the file where there are none. */
async function change(
  words: readonly string[] | undefined,
  key: string,
  args: Arguments,
  suite: Suite,
): Promise<Result<Report>> {
  if (words?.length === 0) return usage(`To what? set ${key} <value>`);
  const reading = words === undefined ? undefined : readSettingText(key, words.join(' '));
  if (reading !== undefined && 'problem' in reading) return usage(reading.problem);
  const address = key === STORE_KEY && reading !== undefined ? String(reading.value) : FILES;
  const fault = storeFault(address);
  if (fault !== undefined) return usage(`\`${key}\` cannot be that: ${fault}`);
  if (holdsPassword(address)) {
    const hint = 'Put it into CS_STORE, PGPASSWORD or ~/.pgpass: docs/store.md';
    return usage(
      'A password is not taken from a command line, and not kept in a configuration',
      hint,
    );
  }
  const before = inForce(key, suite);
  if (!before.ok) return before;
  const path = args.given('user')
    ? userConfiguration(userConfigurationFolder())
    : projectConfiguration(suite.environment.projectFolder);
  const ownBefore = approvalOf(suite);
  const set = await changeSetting(path, key, reading?.value, suite);
  if (!set.ok) return set;
  const isToApprove = !args.given('user') && isActing(key) && ownBefore.ok;
  const unapproved = isToApprove ? approveNow(key, ownBefore.value, suite) : success([]);
  if (!unapproved.ok) return unapproved;
  const after = inForce(key, suite);
  if (!after.ok) return after;
  return success({
    text: [
      set.value ? `Changed: ${oneLine(path)}` : `Nothing to change in ${oneLine(path)}.`,
      ...settingLines(after.value, suite.style),
    ].join('\n'),
    json: { key, value: after.value.value, source: after.value.source, path, changed: set.value },
    notes:
      unapproved.value.length > 0
        ? unapproved.value
        : notesOn(before.value, after.value, reading?.value),
  });
}

/**
 * Has a setting that connects, spends or exports in force at once where a person changed it. Gives what there is to say
 * where that cannot be told.
 */
function approveNow(key: string, before: Approval, suite: Suite): Result<readonly string[]> {
  const now = approvalOf(suite);
  if (!now.ok) return now;
  const pending = now.value.pending.filter(({ setting }) => setting.key === key);
  if (pending.length === 0) return success([]);
  if (faultOfPerson(suite.environment) !== undefined) {
    return success([`Note: ${pendingMessage(pending, suite.commandLines)}.`]);
  }
  const approved = withApproved(before.approved, pending);
  const unkept = keepApproved(suite, suite.environment.projectFolder, approved);
  return unkept === undefined ? success([]) : failed(unkept);
}

/** What the user should know of a change: that it weakens a gate, or that another source decides. */
function notesOn(
  before: EffectiveSetting,
  after: EffectiveSetting,
  wanted: SettingValue | undefined,
): readonly string[] {
  const shown = wanted === undefined ? undefined : shownValue(after.setting, wanted);
  const isOther = shown !== undefined && JSON.stringify(after.value) !== JSON.stringify(shown);
  return [
    ...(isWeaker(after.setting, after.value, before.value) ? ['Note: this weakens a gate.'] : []),
    ...(isOther ? [`Note: another source decides: ${oneLine(after.source)}.`] : []),
  ];
}
