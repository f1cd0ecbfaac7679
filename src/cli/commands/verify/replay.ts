import { createPatientCheckout } from '../../../adapters/git/checkout.ts';
import { createTrees } from '../../../adapters/git/trees.ts';
import { type Result, success } from '../../../domain/base/result.ts';
import { replayPromise } from '../../../domain/closing/replay.ts';
import { criteriaOf } from '../../../domain/promise/promise.ts';
import { EXIT } from '../../../report/exit.ts';
import { replayJson, replayText } from '../../../report/replay-text.ts';
import type { Suite } from '../../../suite.ts';
import type { Arguments, Report } from '../../command.ts';
import { settingsFor } from '../../option-settings.ts';
import { usage } from '../../usage.ts';
import { replayFiles, replayPath } from './replay-folder.ts';

/** The options that go with `--replay`. */
const BESIDE = ['replay', 'json', 'project'];

/**
 * `--replay <id>`: derives the verdict on a promise again. Makes no call and writes nothing. Exit code 3: what is
 * recorded does not follow. What is no promise's id may name a folder or a file of answers. Fails: not found, broken
 * file, invalid configuration.
 */
export async function replay(
  id: string,
  args: Arguments,
  options: readonly string[],
  suite: Suite,
): Promise<Result<Report>> {
  const others = options.filter((name) => !BESIDE.includes(name) && args.given(name));
  if (others.length > 0) return usage(`--replay takes no --${others.join(' and no --')}`);
  if (id === '') return usage('--replay needs the id of a promise, a folder or a file');
  const found = await suite.promises.find(id);
  const path = found.ok ? undefined : replayPath(id);
  if (!found.ok && path === undefined) return found;
  const settings = settingsFor(suite, args, {});
  if (!settings.ok) return settings;
  const { configuration } = settings.value;
  const asked = { ...configuration, validation: configuration.gates.validation };
  if (!found.ok) return path === undefined ? found : replayFiles(path, asked, suite);
  const { promise } = found.value;
  const until = promise.status === 'verified' ? promise.verification?.verified_at : undefined;
  const replayed = replayPromise({
    id,
    promise,
    answerFor: await suite.validations.answersTo(id, criteriaOf(promise), until ?? undefined),
    takeTree: createTrees(suite.environment.projectFolder, createPatientCheckout).takeTree,
    settings: asked,
  });
  return success({
    text: replayText(replayed, suite.style),
    json: replayJson(replayed),
    exitCode: replayed.follows ? EXIT.ok : EXIT.misfit,
  });
}
