import { dirname } from 'node:path';
import { isObject, parseDocument } from '../domain/base/document.ts';
import { type Result, success } from '../domain/base/result.ts';
import type { SettingValue } from '../domain/settings/setting.ts';
import { changeText, replaceText, type TextFileWorld, textOf } from '../store/files/text-file.ts';
import { guarded } from '../store/files/writing.ts';
import { LARGEST_CONFIGURATION, readConfigurationFile } from './configuration-files.ts';

/** What it takes to change a configuration file. */
interface EditingWorld extends TextFileWorld {
  /** The text of an object with one member set, or taken out where the value is undefined. */
  readonly withMember: (text: string, key: string, value: unknown) => string;
  /** The address of the schema that a file names which is made. */
  readonly schema: string;
}

/**
 * Sets a setting in a configuration file, or takes it out where `value` is undefined; the rest of the text stays. The
 * file is made where it is missing. Gives whether anything changed. Fails: a file that is no valid configuration,
 * another writer that does not end, the file system.
 */
export function setSetting(
  world: EditingWorld,
  path: string,
  key: string,
  value: SettingValue | undefined,
): Promise<Result<boolean>> {
  const { files } = world;
  const attempt = (): Result<boolean> | undefined => {
    // An invalid file is left to its author: what else it holds is not known.
    const sound = readConfigurationFile(files, path, true);
    if (!sound.ok) return sound;
    const target = files.realPath(path) ?? path;
    const base = textOf(files, target, LARGEST_CONFIGURATION);
    const content = withSetting(base, key, value, world);
    if (content === base || (base === undefined && value === undefined)) return success(false);
    files.makeFolder(dirname(target));
    const rights = files.rights(target);
    const isDone = replaceText(world, { path: target, base, content, rights });
    return isDone ? success(true) : undefined;
  };
  return guarded('change the configuration', path, () => changeText(world, path, attempt));
}

/** The text of a configuration with one setting set or taken out. A group that becomes empty goes with it. */
function withSetting(
  text: string | undefined,
  key: string,
  value: SettingValue | undefined,
  { schema, withMember }: Pick<EditingWorld, 'schema' | 'withMember'>,
): string {
  const isNew = text === undefined || text.trim() === '';
  const base = isNew ? withMember('{}', '$schema', schema) : text;
  const [group = key, name] = key.split('.');
  const content = withMember(
    base,
    group,
    name === undefined ? value : groupWith(base, group, name, value),
  );
  return isNew ? `${content}\n` : content;
}

function groupWith(
  text: string,
  group: string,
  name: string,
  value: SettingValue | undefined,
): unknown {
  const document = parseDocument(text);
  const root = document.ok && isObject(document.value) ? document.value : {};
  const members = isObject(root[group]) ? root[group] : {};
  const { [name]: _, ...others } = members;
  const changed = value === undefined ? others : { ...members, [name]: value };
  return Object.keys(changed).length === 0 ? undefined : changed;
}
