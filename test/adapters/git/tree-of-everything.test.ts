import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTENT, NO_CONTENT } from '../../rig/values/checkout-changes.ts';
import { checkoutOfEverything } from '../../rig/worlds/everything.ts';
import { changes, scratchProject } from '../../rig/worlds/repository.ts';

describe('the fingerprint of a checkout with every kind of thing in it', () => {
  it.each(CONTENT)('is another one where %s', (_what, change) => {
    const project = checkoutOfEverything();
    const act = () => change(project, (name) => join(project.folder, name));
    expect(changes(scratchProject(project.folder), act)).toBe(true);
  });

  it.each(NO_CONTENT)('is the same where %s', (_what, change) => {
    const project = checkoutOfEverything();
    const act = () => change(project, (name) => join(project.folder, name));
    expect(changes(scratchProject(project.folder), act)).toBe(false);
  });
});
