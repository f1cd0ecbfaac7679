import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { eventSchema } from '../../../build/schemas/event.ts';
import { promiseSchema } from '../../../build/schemas/promise.ts';
import {
  createPromise,
  createStartedPromise,
  type Outcome,
  type Project,
  type RunOptions,
} from './project.ts';

type StoredPromise = z.infer<typeof promiseSchema>;
export type StoredCriterion = NonNullable<StoredPromise['acceptance_criteria']>[number];

/** A promise as the real command makes it of these options beside its title, by its id. */
export function createWith(project: Project, ...options: readonly string[]): Promise<string> {
  return createPromise(project, 'P', ...options);
}

/** The same, and started. */
export function startWith(project: Project, ...options: readonly string[]): Promise<string> {
  return createStartedPromise(project, 'P', ...options);
}

/** A started promise whose one criterion has these checks, each as a definition file holds it. */
export async function startWithChecks(
  project: Project,
  ...checks: readonly Readonly<Record<string, unknown>>[]
): Promise<string> {
  const acceptance_criteria = [{ description: 'It is done', checks }];
  const path = writeBeside(project, 'promise.json', { title: 'P', acceptance_criteria });
  return startWith(project, '--from', path);
}

/** Writes a file that is no content of the project: text as it is, anything else as JSON. */
export function writeBeside(project: Project, name: string, content: unknown): string {
  const folder = join(project.folder, '..', 'beside');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** A command line that runs a program of Node's, which lies beside the project. */
export function nodeLine(project: Project, name: string, source: string): string {
  return `"${process.execPath}" "${writeBeside(project, name, source)}"`;
}

export function prove(
  project: Project,
  id: string,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<Outcome> {
  return project.run('cs', ['prove', id, ...args], options);
}

/** `cs-verify --check`: whether the session may end. */
export function check(project: Project, ...args: readonly string[]): Promise<Outcome> {
  return project.run('cs-verify', ['--check', ...args]);
}

/** A promise among the open ones, or where it has ended. */
export function promiseOf(project: Project, id: string): StoredPromise {
  const folder = project.exists(`history/${id}.json`) ? 'history' : 'promises';
  return promiseSchema.parse(project.read(`${folder}/${id}.json`));
}

export function criterionOf(project: Project, id: string, ac = 'AC-1'): StoredCriterion {
  const found = promiseOf(project, id).acceptance_criteria?.find((one) => one.id === ac);
  if (found === undefined) throw new Error(`${id} has no ${ac}`);
  return found;
}

/** Stores an answer: as a named validator, as the session, or as nobody in particular. */
export function answerAs(
  project: Project,
  by: string,
  response: unknown,
  id: string,
): Promise<Outcome> {
  const name = by === 'session' || by === 'nobody' ? [] : ['--validator', by];
  const words = ['--promise', id, '--ac-id', 'AC-1', '--response', JSON.stringify(response)];
  const env = by === 'nobody' ? { CLAUDE_SESSION_ID: undefined } : {};
  return project.run('cs-store-validation', [...words, ...name], { env });
}

/** The governing answer for a criterion. */
export function answerOf(project: Project, id: string, ac = 'AC-1'): Record<string, unknown> {
  return project.read(`validations/${id}/${ac}-validation.json`);
}

/** Every answer that was kept for a criterion, oldest first. */
export function keptAnswers(project: Project, id: string, ac = 'AC-1'): readonly unknown[] {
  const path = join(project.state, 'validations', id, `${ac}-answers.jsonl`);
  return linesIn(path).map((line): unknown => JSON.parse(line));
}

/** The events of a project, in their order, each in the published shape. */
export function eventsOf(project: Project): readonly z.infer<typeof eventSchema>[] {
  const lines = linesIn(join(project.state, 'events.jsonl'));
  return lines.map((line) => eventSchema.parse(JSON.parse(line)));
}

export function linesIn(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
