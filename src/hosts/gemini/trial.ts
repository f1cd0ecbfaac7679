import { objectIn } from '../../domain/host/hook-replay.ts';
import {
  blocked,
  endedOtherwise,
  type HostTrial,
  ignored,
  LAST_MESSAGE,
  PROMPT,
} from '../trial.ts';

export const geminiTrial: HostTrial = {
  payload: (occasion, _situation, { event, id, project, transcript }) => ({
    session_id: id,
    transcript_path: transcript,
    cwd: project,
    hook_event_name: event,
    timestamp: '2026-01-01T00:00:00.000Z',
    ...(occasion === 'stop'
      ? { prompt: PROMPT, prompt_response: LAST_MESSAGE, stop_hook_active: false }
      : {}),
    ...(occasion === 'user-prompt' ? { prompt: PROMPT } : {}),
    ...(occasion === 'session-start' ? { source: 'startup' } : {}),
    ...(occasion === 'session-end' ? { reason: 'exit' } : {}),
  }),
  variables: ({ id, project }) => ({
    GEMINI_SESSION_ID: id,
    GEMINI_PROJECT_DIR: project,
    GEMINI_CWD: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  // Whatever the exit code, it reads stdout first.
  read(outcome) {
    const { code, stderr, stdout } = outcome;
    const ended = endedOtherwise(outcome);
    if (ended !== undefined) return ended;
    const answer = objectIn(stdout);
    if (typeof answer === 'object') {
      const isBlock = answer['decision'] === 'block' || answer['decision'] === 'deny';
      if (isBlock) return { effect: 'blocks', reason: `${answer['reason'] ?? ''}`.trim() };
    }
    if (code === 2) {
      return answer === 'nothing' && stderr.trim() === ''
        ? ignored('it exited with 2 and said nothing: Gemini CLI lets the session end')
        : blocked(answer === 'nothing' ? stderr : stdout);
    }
    if (answer === 'other') return ignored('its stdout is not exactly one JSON object');
    return code === 0 ? { effect: 'passes' } : ignored(`it exited with ${code}`);
  },
};
