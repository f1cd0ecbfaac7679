import { objectIn } from '../../domain/host/hook-replay.ts';
import {
  blocked,
  endedOtherwise,
  type HostTrial,
  ignored,
  LAST_MESSAGE,
  PROMPT,
} from '../trial.ts';

/** What the suite's plugin sends, and what it makes of the answer. */
export const openCodeTrial: HostTrial = {
  payload: (occasion, _situation, { event, id, project }) => ({
    host: 'opencode',
    cwd: project,
    hook_event_name: event,
    session_id: id,
    ...(occasion === 'stop'
      ? { message_id: 'message', stop_hook_active: false, last_assistant_message: LAST_MESSAGE }
      : { prompt: PROMPT }),
  }),
  variables: () => ({}),
  read(outcome) {
    const { code, stdout } = outcome;
    const ended = endedOtherwise(outcome);
    if (ended !== undefined) return ended;
    const answer = objectIn(stdout);
    if (typeof answer === 'object') {
      return answer['decision'] === 'block' ? blocked(answer['reason']) : { effect: 'passes' };
    }
    return answer === 'nothing' && code === 0
      ? { effect: 'passes' }
      : ignored('it gives no answer');
  },
};
