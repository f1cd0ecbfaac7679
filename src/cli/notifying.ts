import { startNotifier } from '../adapters/notifier.ts';
import { timestamp } from '../domain/base/time.ts';
import type { Notice } from '../domain/session/notice.ts';
import { inspectSettings } from '../settings/loading.ts';
import type { Suite } from '../suite.ts';

/** Starts the command of `notify` with a notice, where one is set, and does not wait for it. */
export function notify(what: Omit<Notice, 'at' | 'project'>, suite: Suite): void {
  if (inspectSettings(suite).configuration.notify === null) return;
  const at = timestamp(suite.clock.now());
  startNotifier({ ...what, at, project: suite.environment.projectFolder });
}
