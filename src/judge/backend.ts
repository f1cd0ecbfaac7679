import type { Chance, Clock, Judge, JudgeRequest, Run } from '../ports.ts';

/** What a machine has by which a judge could be asked. */
export interface JudgeMachine {
  readonly apiKey: string | undefined;
  readonly authToken: string | undefined;
  /** Another address of the Messages API than the usual one. */
  readonly baseUrl: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** Where a program lies on `PATH`. One that lies in the project is not taken, and named instead. */
  findProgram(name: string): {
    readonly program: string | undefined;
    readonly passedOver: string | undefined;
  };
  /** A folder that is not the project's. */
  neutralFolder(): string;
}

/** What an open judge works with. */
interface JudgeTools {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly run: Run;
  /** What the user should do first, where the judge cannot be asked as things stand. */
  readonly advice: string;
}

/** A backend as it is found on one machine. */
export interface JudgeAccess {
  readonly backend: string;
  /** False for a judge that follows rules: it reads the request's criteria, costs nothing, satisfies no tier. */
  readonly isModel: boolean;
  readonly paidBy: string;
  /** What the user has to do before it can be asked; undefined where it can be asked now. */
  readonly lacks: string | undefined;
  /** The program and arguments that a question would start; null where none is started. */
  commandFor(request: JudgeRequest): readonly string[] | null;
  open(tools: JudgeTools): Judge;
}

/** One way to ask a judge. */
export interface Backend {
  readonly name: string;
  /** How to get it, as the setting `auto` advises; null where `auto` never chooses it. */
  readonly advice: string | null;
  /** Why a question was not put, where the backend cannot be had on this machine. */
  readonly causeOfLack: 'no-key' | 'no-program';
  find(machine: JudgeMachine): JudgeAccess;
}

/** Why a judge that is no model answers only questions about criteria. */
export function asksNoModel(backend: string): string {
  return `judge.backend is ${backend}, which calls no model`;
}
