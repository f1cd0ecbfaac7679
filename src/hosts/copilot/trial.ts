import { DOCTORS_AGENT, objectIn } from '../../domain/host/hook-replay.ts';
import { blocked, endedOtherwise, type HostTrial, ignored, PROMPT } from '../trial.ts';

export const copilotTrial: HostTrial = {
  // It never tells the last answer, nor the name of the event.
  payload: (occasion, _situation, { id, project, transcript }) => ({
    sessionId: id,
    timestamp: 1_767_225_600_000,
    cwd: project,
    ...(occasion === 'stop' || occasion === 'subagent-stop'
      ? { transcriptPath: transcript, stopReason: 'end_turn', stop_hook_active: false }
      : {}),
    ...(occasion === 'subagent-stop' ? { agentId: DOCTORS_AGENT, parentAgentId: id } : {}),
    ...(occasion === 'user-prompt' ? { prompt: PROMPT } : {}),
    ...(occasion === 'session-start' ? { source: 'new' } : {}),
    ...(occasion === 'session-end' ? { reason: 'complete' } : {}),
  }),
  variables: ({ project }) => ({
    COPILOT_CLI: '1',
    COPILOT_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  // Whatever the exit code, an object on stdout counts; exit code 2 without one warns the user, and blocks nothing.
  read(outcome) {
    const { code, stdout } = outcome;
    const ended = endedOtherwise(outcome);
    if (ended !== undefined) return ended;
    const answer = objectIn(stdout);
    if (typeof answer === 'object' && answer['decision'] === 'block') {
      return blocked(answer['reason']);
    }
    if (answer === 'other') return ignored('its stdout is not exactly one JSON object');
    return code === 0 || code === 2 ? { effect: 'passes' } : ignored(`it exited with ${code}`);
  },
};
