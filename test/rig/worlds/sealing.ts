import { createUserSeals } from '../../../src/adapters/user-seals.ts';

/** A process that seals a text with the key of a folder, and prints the seal. */
const [folder = ''] = process.argv.slice(2);
process.stdout.write(createUserSeals(folder).seal('text'));
