import { join, relative } from 'node:path';
import type { Diagnosis } from '../../../domain/host/diagnosis.ts';
import { type CallingText, diagnoseOldCallers } from '../../../domain/host/old-callers.ts';
import { SHIM_NAMES } from '../../../domain/host/shims.ts';
import type { Files } from '../../../ports.ts';
import type { Suite } from '../../../suite.ts';

/** What of `.claude/` calls programs: settings, and folders of instructions and scripts. */
const SETTINGS = ['settings.json', 'settings.local.json'];
const FOLDERS = ['commands', 'agents', 'skills', 'scripts', 'hooks'];

/** How far and how much is searched. */
const DEEPEST = 6;
const MOST_FILES = 2000;
const LARGEST_TEXT = 1024 * 1024;

/** Examines the project's `.claude/` for callers of the bash scripts. Links are not followed. */
export function examineOldCallers({ environment, files }: Suite): readonly Diagnosis[] {
  const { projectFolder } = environment;
  const root = join(projectFolder, '.claude');
  const texts: CallingText[] = [];
  let left = MOST_FILES;
  const visit = (path: string, depth: number): void => {
    if (left === 0) return;
    left -= 1;
    const text = textAt(files, path);
    if (text !== undefined) texts.push({ path: relative(projectFolder, path), text });
    else if (depth < DEEPEST && files.read(path, 0).found !== 'link') {
      const listed = files.list(path);
      if ('names' in listed) {
        for (const name of [...listed.names].sort()) visit(join(path, name), depth + 1);
      }
    }
  };
  for (const name of [...SETTINGS, ...FOLDERS]) visit(join(root, name), 0);
  return diagnoseOldCallers(texts.filter(({ path }) => !isScript(path)));
}

function textAt(files: Files, path: string): string | undefined {
  const reading = files.read(path, LARGEST_TEXT);
  return reading.found === 'text' ? reading.text : undefined;
}

/** The old scripts call each other, and shims stand in their place. */
function isScript(path: string): boolean {
  return SHIM_NAMES.some((name) => path.endsWith(`completion-state/${name}`));
}
