import type { Result } from '../domain/base/result.ts';
import type { CiEvent } from '../domain/ci/ci-event.ts';
import type { CiChange } from '../domain/ci/ci-result.ts';
import type { Configuration } from '../domain/settings/configuration.ts';
import type { RunWorld } from '../gates/prove-promise.ts';
import type { Files, Revisions, WithinTime } from '../ports.ts';
import type { TamperingWorld } from '../tampering/looking.ts';

/** The parts of the world that a run uses. */
export interface CiWorld {
  readonly event: CiEvent;
  readonly run: Pick<CiChange, 'run_url' | 'run'>;
  readonly pushed: CiChange['pushed'];
  /** The project's folder in the checkout, as an absolute path. */
  readonly folder: string;
  readonly revisions: Revisions;
  readonly files: Pick<Files, 'read' | 'list'>;
  /** The settings of a project whose configuration holds that text. */
  readonly configurationOf: (name: string, text: string | undefined) => Result<Configuration>;
  /** What checks run with, by the settings in force. */
  readonly runWith: (configuration: Configuration) => RunWorld;
  readonly sha256: TamperingWorld['sha256'];
  readonly withinTime: WithinTime;
  /** What of the environment makes a run less safe than it could be, in words for a person. */
  readonly cautions: readonly string[];
}
