import { expect, it } from 'vitest';
import { type CapReason, USUAL_HOST_LIMIT } from '../../../src/domain/session/liveness.ts';
import { runs, type Script, says } from '../scripted-model.ts';
import {
  isBlocked,
  meetLine,
  OVERRIDE,
  saidIn,
  sessionWithPromise,
  stubborn,
} from './agent-scripts.ts';
import { claudeCodeProject, describeClaudeCode, GATE } from './claude-project.ts';

/**
 * Sessions of the real Claude Code that get nowhere: the gate lets them go, and says so, before the host
 * would override it.
 */

/** How a session is let go. */
interface Capped {
  readonly why: CapReason;
  readonly blocks: number;
  readonly script: Script;
  readonly env?: Readonly<Record<string, string>>;
}

describeClaudeCode('Claude Code itself, a session without progress', () => {
  it.each<[string, Capped]>([
    [
      'after 5 blocks with nothing changed',
      { why: 'nothing-changed', blocks: 5, script: stubborn },
    ],
    [
      'after 5 blocks, whatever tools were used that changed nothing',
      {
        why: 'nothing-changed',
        blocks: 5,
        script: (request) => (isBlocked(request) ? runs('pwd') : says('Done.')),
      },
    ],
    [
      'after 12 blocks with nothing but files changed',
      {
        why: 'too-fast',
        blocks: 12,
        script: (request) => (isBlocked(request) ? runs(`touch ${request.turn}`) : says('Done.')),
      },
    ],
    [
      'where the host is told to override the third block',
      {
        why: 'host-limit',
        blocks: 2,
        script: stubborn,
        env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' },
      },
    ],
  ])('is let go %s, before the host overrides the gate', async (_when, capped) => {
    const world = await claudeCodeProject(capped.script, { env: capped.env ?? {} });
    const { id, promise, result } = await sessionWithPromise(world);
    expect(world.model.seen.filter(isBlocked)).toHaveLength(capped.blocks);
    expect(world.project.read(`stop-gate/${id}.json`)).toMatchObject({
      capped: [{ why: capped.why, checker: 'promises' }],
    });
    expect(result.shown).toContain('NOT COMPLETE');
    expect(result.shown).toContain(meetLine(promise));
    expect(saidIn(world, result)).not.toContain(OVERRIDE);
  });

  // The gate takes a changed checkout for a sign that tools ran, after which the host counts anew.
  it('is let go before the host overrides where only others change the checkout', async () => {
    const atStop = 'date +%N >> notes.txt';
    const world = await claudeCodeProject(stubborn, { atStop });
    const { result } = await sessionWithPromise(world);
    expect(saidIn(world, result)).not.toContain(OVERRIDE);
  });

  it('is let go by the host where a hook blocks for ever, in words that no other test comes to', async () => {
    const world = await claudeCodeProject(stubborn, { stop: '"/no/such/program" || exit 2' });
    const { result } = await sessionWithPromise(world);
    expect(world.model.seen).toHaveLength(1 + USUAL_HOST_LIMIT);
    expect(saidIn(world, result)).toContain(OVERRIDE);
  });

  it('is blocked by the exit code where a shell prints before the answer, as a profile may', async () => {
    const world = await claudeCodeProject(stubborn, { stop: `printf x; ${GATE}` });
    await sessionWithPromise(world);
    expect(world.model.seen.filter(isBlocked)).toHaveLength(5);
  });
});
