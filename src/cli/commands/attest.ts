import { type Command, JSON_OPTION } from '../command.ts';
import { idFor } from '../names.ts';
import { usage } from '../usage.ts';

/** The words that can stand in the place of a promise's id, and the options that only they take. */
const VERIFY = 'verify';
const KEY = 'key';
const OF_VERIFYING = ['rerun', 'trust', 'store'];

export const attestCommand: Command = {
  summary:
    'Writes the proofs of a promise as signed in-toto statements, and verifies such statements against this checkout.',
  usage: [
    '<id> [-o <file>] [--key <private.pem>]',
    'verify <bundle> [--key <public.pem>]... [--rerun [--trust]] [--store] [--json]',
    'key [--json]',
  ],
  effects: ['executes', 'trusts', 'closes'],
  options: {
    output: {
      takes: 'word',
      alias: 'o',
      value: '<file>',
      summary: 'The file to write; stdout (-) without it',
    },
    key: {
      takes: 'texts',
      value: '<file>',
      summary:
        "The key to sign with, else CS_ATTEST_KEY, else the user's own; with verify, a public key to trust, repeatable",
    },
    rerun: { takes: 'nothing', summary: 'With verify: also run the checks of the proofs here' },
    trust: {
      takes: 'nothing',
      summary: 'With --rerun: run commands this user has not yet trusted, this time',
    },
    store: {
      takes: 'nothing',
      summary: 'With verify: store the answers that a named key signed, for Gate 2',
    },
    json: JSON_OPTION,
  },
  positional: { name: 'id', completes: 'promise', isSeveral: true },
  examples: [
    ['$0 promise-1a2b3c4d -o proof.intoto.jsonl', 'Attest a promise'],
    ['$0 verify proof.intoto.jsonl --key ci.pem', 'Verify an attestation'],
    ['$0 key', 'The public key, for others to trust'],
  ],
  async run(args, suite) {
    const [first, second, ...rest] = args.positionals;
    const stray = first === VERIFY ? rest[0] : second;
    if (stray !== undefined) return usage(`Unexpected argument: ${stray}`);
    if (first === undefined) return usage('Which promise? Name its id');
    if (first === VERIFY) {
      if (second === undefined) return usage('Which file? Name the bundle: verify <bundle>');
      if (args.given('output')) return usage('-o goes without verify');
      const { verifyBundle } = await import('../attesting.ts');
      return verifyBundle(second, args, suite);
    }
    const other = OF_VERIFYING.find((name) => args.given(name));
    if (other !== undefined) return usage(`--${other} goes with verify`);
    const { attest, showKey } = await import('../attesting.ts');
    if (first === KEY) {
      return args.given('output') ? usage('-o goes without key') : showKey(args, suite);
    }
    const id = await idFor(first, suite);
    return id.ok ? attest(id.value, args, suite) : id;
  },
};
