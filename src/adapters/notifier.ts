import { join } from 'node:path';
import { redactSecrets } from '../domain/base/secrets.ts';
import type { Notice } from '../domain/session/notice.ts';
import { childEnvironment, secretValues } from './environment.ts';
import { ownNode, ownPrograms } from './own-programs.ts';

/**
 * Starts `cs config notify` as a detached process and does not wait for it. That process runs the command of `notify`, ends
 * it in time, and records its failure. Never throws.
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
    // The notice is lost. The state and the session's own messages do not depend on it.
  }
}
