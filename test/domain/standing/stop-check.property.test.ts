import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { promiseSchema } from '../../../build/schemas/promise.ts';
import { NO_DEADLINE } from '../../../src/adapters/bounded-files.ts';
import { createNodeFiles } from '../../../src/adapters/node-files.ts';
import { DEEPEST_NESTING, isNestedDeeper } from '../../../src/domain/base/document.ts';
import {
  type CheckDecision,
  concernsCheck,
  decideCheck,
} from '../../../src/domain/standing/stop-check.ts';
import { readPromises } from '../../../src/store/files/reading.ts';
import { type StateFolder, stateFolderOf } from '../../../src/store/files/state-folder.ts';
import { fileContent, promiseDocument } from '../../rig/values/arbitraries.ts';
import { checkFacts, sessionValue } from '../../rig/values/domain-values.ts';
import { criterion, promiseFile } from '../../rig/values/promises.ts';
import { runs } from '../../rig/values/runs.ts';
import { createProject, SESSION } from '../../rig/worlds/project.ts';

const OPEN = promiseFile('promise-0000aaaa', SESSION);
const session = sessionValue(SESSION);

function scratchState(): StateFolder {
  const root = mkdtempSync(join(tmpdir(), 'completion-promise-property-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = stateFolderOf(root);
  mkdirSync(folder.promises, { recursive: true });
  return folder;
}

function put(folder: StateFolder, name: string, content: Uint8Array | object): void {
  const bytes = content instanceof Uint8Array ? content : JSON.stringify(content);
  writeFileSync(join(folder.promises, name), bytes);
}

/** What the fast lane decides over the files of a real folder. */
function decideOver(folder: StateFolder): CheckDecision {
  const listing = readPromises(
    createNodeFiles(NO_DEADLINE),
    folder.root,
    folder.promises,
    (promise) => concernsCheck(promise, session),
  );
  return decideCheck(checkFacts(session, listing.promises, listing.broken));
}

/** Told without the code under test: whether these bytes are a promise, by decoder, JSON and schema. */
function isPromiseFile(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return !isNestedDeeper(value, DEEPEST_NESTING) && promiseSchema.safeParse(value).success;
  } catch {
    return false;
  }
}

describe('any bytes as a promise file among others', () => {
  it('never let a session end that has an open promise', () => {
    const folder = scratchState();
    put(folder, 'promise-0000aaaa.json', OPEN);
    fc.assert(
      fc.property(fileContent, fileContent, (before, behind) => {
        put(folder, 'promise-00000000.json', before);
        put(folder, 'promise-ffffffff.json', behind);
        const decision = decideOver(folder);
        expect(decision.mayEnd).toBe(false);
        expect(decision.inProgress.map(({ id }) => id)).toContain('promise-0000aaaa');
      }),
      runs(300),
    );
  });

  it('are named as broken wherever they are not a promise', () => {
    const folder = scratchState();
    fc.assert(
      fc.property(fileContent, (content) => {
        put(folder, 'promise-00000000.json', content);
        const { broken, mayEnd } = decideOver(folder);
        expect(broken.length === 0).toBe(isPromiseFile(content));
        expect(broken.length === 0 || !mayEnd).toBe(true);
      }),
      runs(500),
    );
  });

  it('an open promise blocks whatever else its file says', () => {
    const folder = scratchState();
    const unmet = [criterion('AC-1', { status: 'pending' })];
    fc.assert(
      fc.property(promiseDocument([SESSION]), (document) => {
        const isOver = document['status'] === 'verified' || document['status'] === 'cancelled';
        put(folder, 'promise-00000000.json', { ...document, acceptance_criteria: unmet });
        expect(decideOver(folder).mayEnd).toBe(isOver);
      }),
      runs(200),
    );
  });
});

describe('the real cs-verify --check', () => {
  it('answers 0 or 2 whatever the files hold, 2 where a promise is open, and never with a stack trace', async () => {
    const project = createProject();
    await fc.assert(
      fc.asyncProperty(fileContent, fc.boolean(), async (content, isOpen) => {
        project.write('promises/promise-00000000.json', content);
        const status = isOpen ? 'in_progress' : 'cancelled';
        project.write('promises/promise-0000aaaa.json', { ...OPEN, status });
        const { code, stderr } = await project.run('cs-verify', ['--check', '--json']);
        expect([0, 2]).toContain(code);
        if (isOpen || !isPromiseFile(content)) expect(code).toBe(2);
        expect(stderr).not.toMatch(/^ {4}at /m);
      }),
      runs(40),
    );
  });
});
