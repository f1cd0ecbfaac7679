import type { Deed, HostRig, Step } from './host.ts';
import type { Script } from './scripted-model.ts';
import type { ModelTurn, SeenRequest } from './wires/wire.ts';

/** One who acts in a scenario, a session or a subagent: known by the prompt with which it began. */
export interface Actor {
  readonly prompt: string;
  /** Its turns. A last one that decides by what it is told is repeated; else it says that it is done. */
  readonly steps: readonly Step[];
}

/** Actors at work, and what they were told. */
export interface Performance {
  readonly script: Script;
  /** For each turn of one who acts, what came since it spoke last. */
  told(prompt: string): readonly string[];
  /** Those of them that came after it had said that it is done: what held it. */
  blocks(prompt: string): readonly string[];
  /** Gives one who acts other turns from here on. */
  goOn(prompt: string, steps: readonly Step[]): void;
}

/** Some hosts never let go of a session that a hook blocks again and again: here an error of the model's API does. */
export const MOST_TURNS = 40;

/** The script of a host's model in which each acts as it is written. Who stands first is looked for first. */
export function perform(rig: HostRig, actors: readonly Actor[]): Performance {
  const parts = new Map(actors.map(({ prompt, steps }) => [prompt, partOf(steps)]));
  const script: Script = async (request) => {
    // A host may forget the prompt of a turn that its user interrupted.
    const [only] = actors.length === 1 ? parts : [];
    const [, part] = [...parts].find(([prompt]) => request.told.includes(prompt)) ?? only ?? [];
    if (part === undefined || !request.tools.includes(rig.shell.tool)) {
      return { says: rig.aside?.(request) ?? 'Something aside.' };
    }
    if (part.told.length === MOST_TURNS) throw new Error('the session has gone on for too long');
    part.told.push(request.latest);
    if (part.hasEnded) part.blocks.push(request.latest);
    const deed = await deedAt(part.steps, part.told.length - 1 - part.from, request);
    part.hasEnded = 'says' in deed;
    return turnOf(rig, deed);
  };
  return {
    script,
    told: (prompt) => parts.get(prompt)?.told ?? [],
    blocks: (prompt) => parts.get(prompt)?.blocks ?? [],
    goOn(prompt, steps) {
      const { told, blocks } = parts.get(prompt) ?? partOf([]);
      parts.set(prompt, { steps, from: told.length, told, blocks, hasEnded: false });
    },
  };
}

/** One who has not acted yet. `from`: with how many turns behind it its steps begin. */
function partOf(steps: readonly Step[]): Part {
  return { steps, from: 0, told: [], blocks: [], hasEnded: false };
}

interface Part {
  readonly steps: readonly Step[];
  readonly from: number;
  readonly told: string[];
  readonly blocks: string[];
  /** Whether it said last that it is done. */
  hasEnded: boolean;
}

function deedAt(steps: readonly Step[], index: number, request: SeenRequest): Deed | Promise<Deed> {
  const last = steps.at(-1);
  const step = steps[index] ?? (typeof last === 'function' ? last : { says: 'Done.' });
  return typeof step === 'function' ? step(request) : step;
}

function turnOf({ shell }: HostRig, deed: Deed): ModelTurn {
  return 'runs' in deed ? { uses: shell.tool, input: shell.input(deed.runs) } : deed;
}
