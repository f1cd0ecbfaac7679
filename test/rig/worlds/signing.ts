import { ownKey } from '../../../src/adapters/signing-keys.ts';

/** Prints the id of the user's own key in a folder, which it makes where there is none: a program of its own. */
const [folder = ''] = process.argv.slice(2);
const reading = ownKey(folder);
process.stdout.write(reading.ok ? reading.key.id : reading.reason);
