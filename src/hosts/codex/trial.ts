import { DOCTORS_AGENT, objectIn } from '../../domain/host/hook-replay.ts';
import {
  blocked,
  endedOtherwise,
  type HostTrial,
  ignored,
  LAST_MESSAGE,
  PROMPT,
} from '../trial.ts';

/** The members that it knows. An answer with any other is dropped as a whole. */
const KNOWN: ReadonlySet<string> = new Set([
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'decision',
  'reason',
  'hookSpecificOutput',
]);

export const codexTrial: HostTrial = {
  payload: (occasion, _situation, { event, id, project, transcript }) => ({
    session_id: id,
    turn_id: 'turn',
    transcript_path: transcript,
    cwd: project,
    hook_event_name: event,
    model: 'model',
    permission_mode: 'default',
    ...(occasion === 'stop' || occasion === 'subagent-stop'
      ? { stop_hook_active: false, last_assistant_message: LAST_MESSAGE }
      : {}),
    ...(occasion === 'subagent-stop' ? { agent_id: DOCTORS_AGENT, agent_type: 'worker' } : {}),
    ...(occasion === 'user-prompt' ? { prompt: PROMPT } : {}),
    ...(occasion === 'session-start' ? { source: 'startup' } : {}),
  }),
  variables: () => ({}),
  daemonPath: '/usr/bin:/bin',
  read(outcome) {
    const { code, stderr, stdout } = outcome;
    if (code === 2) {
      return stderr.trim() === ''
        ? ignored('it exited with 2 and said nothing on stderr: Codex lets the session end')
        : blocked(stderr);
    }
    const answer = objectIn(stdout);
    if (answer === 'other') return ignored('its stdout is not exactly one JSON object');
    if (code !== 0) return endedOtherwise(outcome) ?? ignored(`it exited with ${code}`);
    if (answer === 'nothing') return { effect: 'passes' };
    const unknown = Object.keys(answer).find((key) => !KNOWN.has(key));
    if (unknown !== undefined) return ignored(`Codex knows no \`${unknown}\``);
    return answer['decision'] === 'block' ? blocked(answer['reason']) : { effect: 'passes' };
  },
};
