import { type Diagnosis, fail, note, ok } from './diagnosis.ts';

/** Examines the suite as a dependency of the project: the one place in it from which hooks may start a program. */

const STARTED = /\$\{?CLAUDE_PROJECT_DIR\}?"?\/(node_modules\/\.bin\/[\w-]+)/;

/** The program in the project that a hook's line starts, from the project's folder on. */
export function dependencyIn(command: string): string | undefined {
  return STARTED.exec(command)?.[1];
}

/** The program that hooks start in the project, as it is there. */
interface DependencyFacts {
  readonly path: string;
  /** The package that it leads to; undefined where there is none, or no program. */
  readonly package: string | undefined;
  /** Whether this package lies in the project's own `node_modules`. */
  readonly isInside: boolean;
}

/** `suite`: the name of the suite's package. */
export function diagnoseDependency(facts: DependencyFacts, suite: string): Diagnosis {
  const { isInside, path } = facts;
  const check = 'hooks.dependency';
  const what = `hooks start ${path}`;
  if (facts.package === undefined) {
    return {
      ...fail(check, `${what}, which does not exist`, 'In the project: npm ci'),
      follows: 'sessions with promises cannot end; others run without the gate',
    };
  }
  const install = `In the project: npm install --save-dev <what npm pack makes of a clone of ${suite}>`;
  if (facts.package !== suite) {
    return {
      ...fail(check, `${what}, which leads to the package ${facts.package}`, install),
      follows: 'that program decides as the gate',
    };
  }
  if (!isInside) {
    return {
      ...note(check, `${what}, which leads out of the project`, install),
      follows: 'the gate depends on that folder',
    };
  }
  const only =
    'the only program of the project that hooks may start; anyone who can write there can change the gate';
  return ok(check, `${what}: ${only}`);
}
