import { type Command, optionsOf } from '../../../src/cli/command.ts';
import { COMMANDS, type CommandName } from '../../../src/cli/commands.ts';
import { optionText } from '../../../src/cli/help.ts';
import { EXAMPLES } from './examples.ts';

/** Options that every command explains by the same words. */
const COMMON = ['json', 'project'];

/** One section for each command: what it does, how it is called, its options, and an example that is run. */
export async function commandsBlock(): Promise<string> {
  /** Where each option was told of first, by its text. */
  const told = new Map<string, CommandName>();
  const sections: string[] = [];
  for (const name of NAMES) {
    const command = await COMMANDS[name]();
    if (command !== undefined) sections.push(sectionOf(name, command, told));
  }
  return sections.join('\n\n');
}

export const NAMES = Object.keys(COMMANDS).filter((name): name is CommandName =>
  Object.hasOwn(COMMANDS, name),
);

function sectionOf(name: CommandName, command: Command, told: Map<string, CommandName>): string {
  return [
    `## cs ${name}`,
    command.summary,
    command.usage.map((way) => `    cs ${name} ${way}`.trimEnd()).join('\n'),
    ...optionLines(name, command, told),
    ['```console', ...EXAMPLES[name], '```'].join('\n'),
  ].join('\n\n');
}

/** Each option with its sentence; those that another command told of in the same words, by their names. */
function optionLines(
  name: CommandName,
  command: Command,
  told: Map<string, CommandName>,
): readonly string[] {
  const own: string[] = [];
  const again = new Map<CommandName, string[]>();
  for (const [option, about] of Object.entries(optionsOf(command))) {
    if (COMMON.includes(option) && command.options[option]?.summary === undefined) continue;
    if (option === 'json' && about.summary === 'Print the answer as JSON') continue;
    const text = `\`${optionText(option, about)}\`: ${about.summary}`;
    const first = told.get(text);
    if (first === undefined) {
      told.set(text, name);
      own.push(`- ${text}`);
    } else again.set(first, [...(again.get(first) ?? []), `\`--${option}\``]);
  }
  const others = [...again].map(
    ([first, names]) => `- as of [cs ${first}](#cs-${first}): ${names.join(', ')}`,
  );
  return own.length + others.length === 0 ? [] : [[...own, ...others].join('\n')];
}
