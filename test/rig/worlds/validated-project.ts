import { metCriterion, promiseFile } from '../values/promises.ts';
import { createProject, type Outcome, type Project, SESSION } from './project.ts';
import { answerAs } from './proving.ts';

/** The promise of a project whose validators are asked. */
export const ID = 'promise-0000aaaa';

/** A project with one promise of one criterion, which is met. */
export function metProject(): Project {
  const project = createProject();
  const acceptance_criteria = [metCriterion('AC-1')];
  project.write(`promises/${ID}.json`, promiseFile(ID, SESSION, { acceptance_criteria }));
  return project;
}

/** Stores an answer: as a named validator, as the session, or as nobody in particular. */
export function answer(project: Project, by: string, response: unknown, id = ID): Promise<Outcome> {
  return answerAs(project, by, response, id);
}

export function verify(project: Project, id = ID): Promise<Outcome> {
  return project.run('cs-verify', ['--promise', id]);
}
