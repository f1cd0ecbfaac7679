import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { meetCriterion } from '../../../src/domain/promise/promise-changes.ts';
import { createFileStore } from './file-store.ts';
import { stepping } from './stepping.ts';

/**
 * A process that meets a criterion and kills itself with -9 before its n-th file operation. Called
 * with the project's folder, the promise's id, the criterion and n; ends with 0 where it got to the
 * end first.
 */
const [project = '', id = '', criterion = '', killedAt = ''] = process.argv.slice(2);

const files = stepping(createNodeFiles(NO_DEADLINE), (step) => {
  if (step !== Number(killedAt)) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal ends the process at its own moment: until then nothing more may happen.
  for (;;);
});

const actor = {
  session: { id: 'session-of-the-test', ids: ['session-of-the-test'] },
  at: '2026-02-17T10:30:00Z',
};
const met = { criterion, evidence: 'by the writer that crashes', type: 'test' };

createFileStore(project, { files })
  .promises.change(id, (promise) => meetCriterion(id, promise, met, actor))
  .then((outcome) => {
    process.exitCode = outcome.ok ? 0 : 1;
  });
