import type { LossByRegister } from '../domain/session/lost-promise.ts';
import type { Receipt } from '../domain/session/receipt.ts';
import type { ExaminedStop } from './examined-stop.ts';
import type { SeenStop } from './look.ts';

/**
 * Whom one checker of the stop gate concerns. Its module lies in `checkers/` and has its entries in
 * `checkers.ts`; docs/architecture.md says how to add one. The fast lane loads this part of the modules at
 * every stop, so it uses nothing that costs time to load.
 */
export interface Checker {
  readonly name: string;
  /** Checkers are asked from the lowest number to the highest, until one blocks. */
  readonly priority: number;
  /** Whether subagents are asked about it, too. Without it, sessions alone are. */
  readonly asksSubagents?: true;
  /** Whether it asks a model. It is left out where the answer of the model could change nothing. */
  readonly asksModel?: true;
  /** Whether it only advises the user, and never blocks. */
  readonly advises?: true;
  /**
   * Whether a stop concerns this checker, by what the fast lane has seen. Where a stop concerns no
   * checker, the session ends without anything else being loaded.
   */
  concerns(stop: SeenStop): boolean;
}

/** Gathers the facts of a checker and decides by them. The fast lane loads it where a stop concerns it. */
export type Examine = (world: ExaminedStop) => Examined | Promise<Examined>;

/** What a checker found out about a stop. */
export interface Examined {
  /** Left out where the checker lets the session end. */
  readonly block?: Block | undefined;
  /** What the user is told, whether the session ends or not. */
  readonly notes?: readonly string[];
  /** The names under which it is remembered that the user was told of these notes. */
  readonly told?: readonly string[];
  /** What the user is told of once, whatever the answer. */
  readonly receipts?: readonly Receipt[];
  /** What the user is told after all else, by a checker that never blocks. */
  readonly advice?: string;
}

/** Why a session may not end yet, in the words of the checker that blocks it. */
export interface Block {
  /** The name of the cause, which is kept in the session's file where the gate gives up blocking. */
  readonly checker: string;
  /** The reason and the next step, for the model. */
  readonly lines: readonly string[];
  /** What the user is told of it beside the model. */
  readonly userLines?: readonly string[];
  /** What only a person can do about it. The user is told with the first block of a row. */
  readonly personLines?: readonly string[];
  /**
   * Acts of a person that stand in the files and do not count: `name` by which it is remembered that the user was told
   * of one, and `line` for the user. Told with the first block of a row, and where one is new.
   */
  readonly unconfirmed?: readonly { readonly name: string; readonly line: string }[];
  /** The ids of issues which this block names, and no later one. */
  readonly told?: readonly string[];
  /** The promises of the register that this block names, and no later one. */
  readonly lost?: readonly LossByRegister[];
}
