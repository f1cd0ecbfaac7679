import { join } from 'node:path';
import { redactSecrets } from '../domain/base/secrets.ts';
import type { Notice } from '../domain/session/notice.ts';
import { childEnvironment, secretValues } from './environment.ts';
import { ownNode, ownPrograms } from './own-programs.ts';

/**
 * Has the command of `notify` told of something, by a process of its own that nobody waits for: `cs config notify`, which
 * ends it in time and keeps that it failed. Never throws.
 */
export function startNotifier(notice: Notice): void {
  const text = redactSecrets(notice.text, secretValues([])).text;
  const words = [join(ownPrograms(), 'cs.cjs'), 'config', 'notify', '-C', notice.project];
  try {
    const child = process.getBuiltinModule('node:child_process').spawn(ownNode(), words, {
      cwd: notice.project,
      env: childEnvironment('whole'),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    child.on('error', () => {});
    child.stdin.on('error', () => {}); // It may end without having read it.
    child.stdin.end(JSON.stringify({ ...notice, text }));
    child.unref();
  } catch {
    // No process can be started: what happened is kept and told as ever.
  }
}
