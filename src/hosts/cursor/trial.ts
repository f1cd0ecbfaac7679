import { objectIn } from '../../domain/host/hook-replay.ts';
import { blocked, endedOtherwise, type HostTrial, ignored, PROMPT } from '../trial.ts';

export const cursorTrial: HostTrial = {
  payload: (occasion, _situation, { event, id, project, transcript }) => ({
    conversation_id: id,
    generation_id: 'generation',
    model: 'model',
    hook_event_name: event,
    cursor_version: '3.0.0',
    workspace_roots: [project],
    transcript_path: transcript,
    ...(occasion === 'stop' ? { status: 'completed', loop_count: 0 } : {}),
    ...(occasion === 'user-prompt' ? { prompt: PROMPT, attachments: [] } : {}),
    ...(occasion === 'session-start' || occasion === 'session-end' ? { session_id: id } : {}),
  }),
  variables: ({ project }) => ({
    CURSOR_VERSION: '3.0.0',
    CURSOR_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  // It goes on with a prompt of the hook, and knows no other block of a stop.
  read(outcome) {
    const { code, stdout } = outcome;
    const answer = objectIn(stdout);
    if (code !== 0) return endedOtherwise(outcome) ?? ignored(`it exited with ${code}`);
    if (answer === 'other') return ignored('its stdout is not exactly one JSON object');
    return typeof answer === 'object' && 'followup_message' in answer
      ? blocked(answer['followup_message'])
      : { effect: 'passes' };
  },
};
