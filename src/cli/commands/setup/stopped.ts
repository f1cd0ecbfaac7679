import { EXIT } from '../../../report/exit.ts';
import type { Report } from '../../command.ts';

/** The answer where the person closed the conversation instead of answering. */
export const STOPPED: Report = {
  text: '',
  json: { stopped: true },
  notes: ['Stopped. Nothing was changed.'],
  exitCode: EXIT.interrupted,
};
