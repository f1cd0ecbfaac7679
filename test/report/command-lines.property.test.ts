import fc from 'fast-check';
import { expect, it } from 'vitest';
import { promiseFile } from '../rig/values/promises.ts';
import { runs } from '../rig/values/runs.ts';
import { createProject } from '../rig/worlds/project.ts';

/** The options of each real bin; a test below holds that the bin knows them. */
const OPTIONS: Readonly<Record<string, string>> = {
  cs: 'do prove meet check verify status report setup doctor',
  'cs-init': '--initiative --show --check-orphans --json',
  'cs-promise':
    '--create --ac --add-ac --start --meet --ac-id --evidence --type --list --mine --show --adopt --release --cancel --json',
  'cs-verify':
    '--check --verbose -v --promise --proof --type --judge --skip-validation-check --skip-llm-gate --task-id --json',
  'cs-status': '--mine --orphans --history --json',
  'cs-store-validation': '--promise --ac-id --response --response-file --json',
};

const BINS = Object.keys(OPTIONS);

const optionsOf = (bin: string) => (OPTIONS[bin] ?? '').split(' ');

const words = fc.oneof(
  fc.constantFrom(
    'promise-0000aaaa',
    'promise-0000bbbb',
    'AC-1',
    'test',
    'bash',
    '{"verdict":"PASS"}',
  ),
  fc.constantFrom(
    '',
    '-',
    '--',
    '---',
    '-h',
    '-x',
    '--=',
    '--no-json',
    '--json=false',
    '--__proto__',
    '--constructor=1',
    '--cs-complete',
    '--help=',
    '-v=1',
  ),
  fc.constantFrom(
    '../../etc/passwd',
    '\u202e',
    '\x1b[2J',
    '\ud83d',
    '𝒜',
    '1e999',
    '0x10',
    '%s%n',
    '$(x)',
    'a\nb',
    'x'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
);

/** A bin and a command line of its own options and of anything else. */
const commandLines = fc.constantFrom(...BINS).chain((bin) =>
  fc.record({
    bin: fc.constant(bin),
    args: fc.array(fc.oneof(fc.constantFrom(...optionsOf(bin), '--help'), words), { maxLength: 6 }),
  }),
);

it('any command line ends in 0, 1 or 2, says Error where it fails, and never shows a stack trace', async () => {
  const project = createProject();
  project.write('promises/promise-0000bbbb.json', promiseFile('promise-0000bbbb', 'session-b'));
  await fc.assert(
    fc.asyncProperty(commandLines, async ({ bin, args }) => {
      project.write(
        'promises/promise-0000aaaa.json',
        promiseFile('promise-0000aaaa', 'session-of-the-test'),
      );
      const { code, stderr, stdout } = await project.run(bin, args);
      expect([0, 1, 2]).toContain(code);
      expect(stderr + stdout).not.toMatch(/^ {4}at |This is a bug/m);
      // Doctor ends with 1 where no hook is installed, which is no error of its own.
      const isDoctor = bin === 'cs' && args[0] === 'doctor';
      if (code === 1 && !isDoctor) expect(stderr).toMatch(/^Error: \S/m);
      if (code === 2) expect(args).toContain('--check');
    }),
    runs(60),
  );
});

it.each(BINS)('%s knows the options that it is tried with', async (bin) => {
  const { stdout } = await createProject().run(bin, ['--help']);
  for (const option of optionsOf(bin)) expect(stdout).toContain(option);
});
