import { join } from 'node:path';
import { withinTime } from '../adapters/bounded-work.ts';
import { secretValues } from '../adapters/environment.ts';
import { sha256 } from '../adapters/file-digest.ts';
import {
  createCheckoutSeenAnew,
  createPatientCheckout,
  LOOKING_MS,
} from '../adapters/git/checkout.ts';
import { createNodeGit } from '../adapters/git/node-git.ts';
import { createKeptTestLooks } from '../adapters/kept-test-looks.ts';
import { userConfigurationFolder, userStateFolder } from '../adapters/user-folder.ts';
import { createUserSeals } from '../adapters/user-seals.ts';
import { beginningOf } from '../domain/promise/beginning.ts';
import type { CompletionPromise } from '../domain/promise/promise.ts';
import { lookSince } from '../gates/tampering-look.ts';
import type { Checkout, KeptTestLooks } from '../ports.ts';
import type { Suite } from '../suite.ts';
import type { TamperingLook } from '../tampering/looking.ts';

/** Where looks at the tests of a checkout are kept. `look`: how the checkout is looked at. `atOnce`: at one moment. */
export function openKeptTestLooks(
  { environment, files }: Suite,
  look: (folder: string) => Checkout,
  atOnce = false,
): KeptTestLooks {
  const { checkout } = environment;
  return createKeptTestLooks({
    atOnce,
    folder: join(userStateFolder(), 'looks'),
    place: files.realPath(checkout) ?? checkout,
    checkout: look(checkout),
    seals: createUserSeals(userConfigurationFolder()),
  });
}

/** The same for what closes a promise: every file is read, and nothing is kept. */
function openForClosing(suite: Suite): KeptTestLooks {
  const kept = openKeptTestLooks(suite, createCheckoutSeenAnew);
  return { open: (about) => ({ ...kept.open(about), remember: () => undefined }) };
}

/** Looks for weakened tests since promises were made, once for those that were made at the same moment. */
export function tamperingLooks(
  suite: Suite,
  isForClosing = false,
): (promise: CompletionPromise) => Promise<TamperingLook> {
  const git = createNodeGit(suite.environment.checkout, LOOKING_MS);
  const keptLooks = isForClosing
    ? openForClosing(suite)
    : openKeptTestLooks(suite, createPatientCheckout, true);
  const world = { git, sha256, withinTime, keptLooks };
  const known = secretValues([]);
  const looks = new Map<string, Promise<TamperingLook>>();
  return (promise) => {
    const key = JSON.stringify(beginningOf(promise));
    const taken = looks.get(key) ?? lookSince(promise, world, known);
    looks.set(key, taken);
    return taken;
  };
}
