import { version } from '../../../package.json' with { type: 'json' };
import { listenForInterrupts } from '../../adapters/interrupts.ts';
import { surroundings } from '../../adapters/surroundings.ts';
import { success } from '../../domain/base/result.ts';
import type { Command } from '../command.ts';
import { createCalling } from '../mcp/calling.ts';
import { usage } from '../usage.ts';

/** `cs mcp`: what an agent's host starts where it calls the suite as tools. */
export const mcpCommand: Command = {
  summary:
    'Serves promise, prove, meet, check, verify, ask, status and report as tools (MCP over stdin and stdout).',
  usage: [''],
  effects: ['executes', 'trusts', 'closes'],
  options: {},
  examples: [
    ['$0', 'What a host starts'],
    ['$0 -C ../other', 'For the project in that folder'],
  ],
  async run(args, suite, commands) {
    if (surroundings().input.isTerminal) {
      const added = `claude mcp add completion-promise -- ${suite.commandLines.of('cs mcp')}`;
      return usage("An agent's host starts this, and speaks with it", `To have it do so: ${added}`);
    }
    const { serve } = await import('../mcp/serving.ts');
    const interruption = listenForInterrupts();
    try {
      await serve({
        version,
        commands: await commands(),
        call: createCalling(args.text('project'), commands),
        ending: interruption.signal,
      });
    } finally {
      interruption.stop();
    }
    return success({ text: '', json: null, isWritten: true });
  },
};
