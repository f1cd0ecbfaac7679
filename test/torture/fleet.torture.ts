import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { choicesOf } from '../rig/torture/chance.ts';
import { createFleetFaults } from '../rig/torture/fleet-faults.ts';
import { createFleetRecord, type FleetEnd } from '../rig/torture/fleet-record.ts';
import { createFleetWriter, type RunAs } from '../rig/torture/fleet-writer.ts';
import { createTally } from '../rig/torture/tally.ts';
import { CHECKOUT } from '../rig/worlds/checkout.ts';
import { createCuttingProxy } from '../rig/worlds/cutting-proxy.ts';
import { runGit } from '../rig/worlds/git-project.ts';
import { createOwnServer, serverPrograms } from '../rig/worlds/own-server.ts';
import { createTestDatabase } from '../rig/worlds/postgresql.ts';
import { createProject, outcomeOf, type Project } from '../rig/worlds/project.ts';
import { secondsAsked } from '../rig/worlds/rounds.ts';

/** Sixteen sessions on four machines, whose clocks are hours and years apart. */
const CLOCKS_MS = [0, 3 * 3_600_000, -2 * 86_400_000, 10 * 365 * 86_400_000];
const WRITERS = 16;
/** How many deeds each does at least. */
const DEEDS = 6;
/** How many deeds in a hundred are killed -9, and within which time. */
const KILLED = 12;
const KILLED_WITHIN_MS = 1500;
const SHIM = join(CHECKOUT, 'test', 'rig', 'torture', 'faults.cjs');
const REPOSITORY = 'example.com/team/tortured';

it.skipIf(serverPrograms() === undefined)(
  `${WRITERS} writers on ${CLOCKS_MS.length} machines, killed, cut off and with their server restarted, lose nothing that was acknowledged`,
  async () => {
    const seed = Number(process.env['TORTURE_SEED'] ?? Date.now() % 1_000_000);
    const choices = choicesOf(seed);
    const tally = createTally();
    const record = createFleetRecord(tally);
    const server = await createOwnServer();
    onTestFinished(() => server.remove());
    const database = await createTestDatabase(false, server.address);
    const proxies = await Promise.all(CLOCKS_MS.map(() => createCuttingProxy(server.port)));
    onTestFinished(async () => void (await Promise.all(proxies.map((one) => one.close()))));
    const machines = proxies.map(({ host }) => machineAt(database.addressFor({ host })));
    const faults = createFleetFaults({
      server,
      address: database.address,
      proxies,
      choices,
      tally,
      isLong: secondsAsked() > 0,
    });

    const end = performance.now() + 1000 * secondsAsked();
    let deeds = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, number) => {
        const run = runnerOn(machines, number, choices);
        const writer = createFleetWriter(`writer-${number}`, run, choices, record);
        for (let done = 0; done < DEEDS || performance.now() < end; done += 1) {
          deeds += 1;
          faults.before(deeds);
          await writer.deed();
        }
      }),
    );
    await faults.ended();

    const cuts = proxies.reduce((sum, one) => sum + one.cuts(), 0);
    process.stdout.write(
      `${[`seed ${seed}: ${deeds} deeds, ${cuts} connections cut in a commit`, ...tally.lines()].join('\n  ')}\n`,
    );
    expect(record.misfits(await endOf(database.address))).toEqual([]);
    expect(await closedWithoutGates(database.address)).toEqual([]);
    const env = { CS_STORE: database.address };
    expect(await machines[0]?.project.run('cs', ['store', 'audit'], { env })).toMatchObject({
      code: 0,
    });
  },
);

interface Machine {
  readonly project: Project;
  readonly address: string;
}

function machineAt(address: string): Machine {
  const project = createProject();
  runGit(project.folder, ['init', '-q']);
  runGit(project.folder, ['remote', 'add', 'origin', `https://${REPOSITORY}.git`]);
  return { project, address };
}

/** Runs commands on the machine of a writer, by its clock, and kills some of them. */
function runnerOn(
  machines: readonly Machine[],
  writer: number,
  choices: ReturnType<typeof choicesOf>,
): RunAs {
  const number = writer % machines.length;
  const machine = machines[number];
  if (machine === undefined) throw new RangeError('there is no such machine');
  const clock = {
    NODE_OPTIONS: `--require ${SHIM}`,
    CLOCK_SHIFT: String(CLOCKS_MS[number]),
    CS_STORE: machine.address,
  };
  return async (session, bin, args, input) => {
    const child = machine.project.start(bin, args, {
      env: { ...clock, CLAUDE_SESSION_ID: session },
      ...(input === undefined ? {} : { input }),
    });
    const killed = choices.inHundred(KILLED)
      ? setTimeout(() => child.kill('SIGKILL'), choices.below(KILLED_WITHIN_MS))
      : undefined;
    const outcome = await outcomeOf(child);
    clearTimeout(killed);
    return outcome;
  };
}

async function rowsOf(address: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function endOf(address: string): Promise<FleetEnd> {
  const lines = await rowsOf(
    address,
    'SELECT event, promise, session FROM completion_promise.ledger ORDER BY line',
  );
  const criteria = await rowsOf(
    address,
    `SELECT d.text::json ->> 'id' AS promise, c ->> 'id' AS criterion, c ->> 'evidence' AS evidence
     FROM completion_promise.document d, json_array_elements(d.text::json -> 'acceptance_criteria') c
     WHERE d.path ~ '^(promises|history)/'`,
  );
  return {
    events: lines.map(({ event, promise, session }) => ({
      event: String(event),
      promise: String(promise),
      session: String(session),
    })),
    evidence: new Map(
      criteria.map(({ criterion, evidence, promise }) => [
        `${promise} ${criterion}`,
        typeof evidence === 'string' ? evidence : null,
      ]),
    ),
  };
}

/** Promises that are verified though one of their criteria is not met, or nobody answered PASS for it. */
function closedWithoutGates(address: string): Promise<readonly unknown[]> {
  return rowsOf(
    address,
    `SELECT d.path, c ->> 'id' AS criterion
     FROM completion_promise.document d, json_array_elements(d.text::json -> 'acceptance_criteria') c
     WHERE d.path ~ '^(promises|history)/' AND d.text::json ->> 'status' = 'verified' AND (
       c ->> 'status' <> 'met' OR NOT EXISTS (
         SELECT 1 FROM completion_promise.document v
         WHERE v.project = d.project AND v.text LIKE '%PASS%'
           AND v.path = 'validations/' || (d.text::json ->> 'id') || '/' || (c ->> 'id') || '-validation.json'))`,
  );
}
