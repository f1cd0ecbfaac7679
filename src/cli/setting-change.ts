import { basename, dirname, join } from 'node:path';
import schema from '../../schemas/configuration.schema.json' with { type: 'json' };
import { type Result, success } from '../domain/base/result.ts';
import type { SettingValue } from '../domain/settings/setting.ts';
import { setSetting } from '../settings/editing.ts';
import type { Suite } from '../suite.ts';
import { writeNamedFile } from './written-file.ts';

/**
 * Sets a setting in a configuration file, or takes it out where `value` is undefined. Gives whether anything changed. A
 * file that is made names its schema, which lies beside it: that is where every editor finds it, offline and in each
 * clone, wherever the suite is installed.
 */
export async function changeSetting(
  path: string,
  key: string,
  value: SettingValue | undefined,
  suite: Suite,
): Promise<Result<boolean>> {
  const { withMember } = await import('../checks/parsers/jsonc-parser.ts');
  const beside = join(dirname(path), basename(path).replace(/json$/, 'schema.json'));
  const isWanted = !suite.files.exists(path) || suite.files.exists(beside);
  const world = {
    ...suite,
    withMember,
    uniqueName: () => suite.chance.hex(6),
    schema: `./${basename(beside)}`,
  };
  const set = await setSetting(world, path, key, value);
  if (!set.ok || !set.value || !isWanted) return set;
  const written = writeNamedFile(beside, [`${JSON.stringify(schema, null, 2)}\n`], '', suite);
  return written.ok ? success(true) : written;
}
