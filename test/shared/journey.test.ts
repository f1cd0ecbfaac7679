import { expect, it } from 'vitest';
import { createBeacon } from '../rig/worlds/beacon.ts';
import {
  createMachineFleet,
  type FleetMachine,
  holdsNoState,
  type MachineFleet,
} from '../rig/worlds/fleet-machines.ts';
import {
  judgment,
  type MessagesApi,
  passEverything,
  reply,
  review,
  startMessagesApi,
} from '../rig/worlds/messages-api.ts';
import { serverPrograms } from '../rig/worlds/own-server.ts';
import { outcomeOf } from '../rig/worlds/project.ts';
import { whyNoPerson } from '../rig/worlds/pseudo-terminal.ts';
import { promiseIn } from '../rig/worlds/shared-project.ts';

const FILES = {
  'shop.txt': 'closed\n',
  'check.mjs':
    "import { readFileSync } from 'node:fs';\nif (!readFileSync('shop.txt', 'utf8').startsWith('open')) process.exit(1);\n",
};
const CHECK = 'node check.mjs';

/** Three machines, and a promise of the first whose check it has proved. */
interface Journey {
  readonly fleet: MachineFleet;
  readonly worker: FleetMachine;
  readonly orchestrator: FleetMachine;
  readonly heir: FleetMachine;
  readonly api: MessagesApi;
  readonly id: string;
}

it.skipIf(serverPrograms() === undefined || whyNoPerson !== undefined)(
  'a promise of one machine is judged on another, taken over on a third after a kill, and outlives its server',
  async () => {
    const journey = await begun();
    await judgedElsewhere(journey);
    await killedAtWork(journey);
    await handedOver(journey);
    await withoutServer(journey);
    await finished(journey);
    await finishedWithoutServer(journey);
  },
);

/** The worker promises, does half of it, and proves it. */
async function begun(): Promise<Journey> {
  const fleet = await createMachineFleet(FILES);
  const [worker, orchestrator, heir] = [
    fleet.machine('bench-1', 'worker'),
    fleet.machine('desk', 'orchestrator'),
    fleet.machine('bench-2', 'heir'),
  ];
  const criteria = ['--ac', 'The shop is open', '--ac', 'A visitor finds the hours'];
  const id = promiseIn(await worker.cs(['do', 'Open the shop', ...criteria, '--check', CHECK]));
  worker.clone.put('shop.txt', 'open\n');
  worker.push();
  expect(await worker.cs(['prove', id])).toMatchObject({ code: 0 });
  expect(await worker.cs(['meet', id, 'AC-2', '--evidence', 'it is somewhere'])).toMatchObject({
    code: 0,
  });
  return { fleet, worker, orchestrator, heir, id, api: await startMessagesApi() };
}

/** The judge that the orchestrator asks is not content, and the worker is told so. */
async function judgedElsewhere({ api, id, orchestrator, worker }: Journey): Promise<void> {
  orchestrator.pull();
  api.answer(
    reply(() =>
      review([judgment('AC-1', 'PASS'), judgment('AC-2', 'FAIL', 'No hours are shown.')]),
    ),
  );
  const judged = await orchestrator.cs(['judge', id], { env: api.env });
  expect(judged.stderr + judged.stdout).toContain('No hours are shown.');
  expect(judged).toMatchObject({ code: 1 });
  const held = await worker.stop(false);
  expect(held.decision).toBe('block');
  expect(held.reason).toContain('AC-2');
}

/** The worker is killed while a check of it runs. */
async function killedAtWork({ id, worker }: Journey): Promise<void> {
  const beacon = await createBeacon(worker.clone);
  const words = ['meet', id, 'AC-2', '--run', '--', 'sh', '-c', beacon.line('at-work')];
  const child = worker.clone.start('cs', words, { env: worker.env });
  const visitor = await beacon.next();
  child.kill('SIGKILL');
  expect((await outcomeOf(child)).signal).toBe('SIGKILL');
  visitor.release();
}

/** A person frees what the worker held, and the heir takes it with all that was said of it. */
async function handedOver({ fleet, heir, id, orchestrator, worker }: Journey): Promise<void> {
  await fleet.database.run(
    "UPDATE completion_promise.seen SET seen_at = now() - interval '2 hours' WHERE session = 'worker'",
  );
  const { stdout } = await orchestrator.cs(['status', '--fleet']);
  expect(stdout).toMatch(/worker on bench-1: silent, last seen 2 hours ago/);
  expect((await heir.cs(['promise', 'adopt', id])).stderr).toContain('Promise is not orphaned');
  const words = ['promise', 'release', id, '--for', worker.session];
  const prompt = `Type "${id}" to release it for another session: `;
  expect(await orchestrator.person(words, prompt, id)).toMatchObject({ code: 0 });
  expect(await heir.cs(['promise', 'adopt', '--next'])).toMatchObject({ code: 0 });
  const again = await worker.cs(['meet', id, 'AC-2', '--evidence', 'I was not dead']);
  expect(again.stderr).toContain("You don't own this promise. Current owner: heir");
}

/** Without its server the gate holds once in a turn; nothing can be changed, and nothing is. */
async function withoutServer({ fleet, heir, id }: Journey): Promise<void> {
  heir.pull();
  const open = await heir.stop(false);
  expect(open).toMatchObject({ decision: 'block' });
  const before = await fleet.contents();
  await fleet.server.stop('immediate');
  const held = await heir.stop(false);
  expect(held.reason).toContain('The store cannot be reached');
  const letGo = await heir.stop(true);
  expect(letGo.decision).toBeUndefined();
  expect(letGo.systemMessage).toMatch(/^NOT CHECKED: .*cannot be reached/);
  for (const words of [
    ['meet', id, 'AC-2', '--evidence', 'seen'],
    ['prove', id, '--trust'],
    ['verify', id],
    ['promise', 'release', id],
    ['do', 'Another', '--ac', 'first'],
  ]) {
    const { code, stderr } = await heir.cs(words);
    expect([words[0], code]).toEqual([words[0], 1]);
    expect(stderr).toMatch(/^Error: The store cannot be reached: .*Nothing was changed/s);
  }
  await fleet.server.start();
  expect(await fleet.contents()).toEqual(before);
  const back = await heir.stop(false);
  expect(back.decision).toBe('block');
  expect(back.systemMessage).toContain('NOT CHECKED at 1 stop');
}

/** The heir finishes, another machine agrees, and the promise is closed. */
async function finished({ api, heir, id, orchestrator }: Journey): Promise<void> {
  heir.clone.put('hours.txt', 'nine to five\n');
  heir.push();
  orchestrator.pull();
  expect(await heir.cs(['meet', id, 'AC-2', '--file', 'hours.txt'])).toMatchObject({ code: 0 });
  expect(await heir.cs(['prove', id, '--trust'])).toMatchObject({ code: 0 });
  api.answer(reply(passEverything));
  expect(await orchestrator.cs(['judge', id], { env: api.env })).toMatchObject({ code: 0 });
  const answer = ['promise', 'validate', id, 'AC-2', '--pass', '--reason', 'The hours are there'];
  expect(await orchestrator.cs(answer)).toMatchObject({ code: 0 });
  const closed = await heir.cs(['verify', id]);
  expect(closed).toMatchObject({ code: 0 });
  expect((await heir.stop(false)).decision).toBeUndefined();
}

/** What is finished passes without the server, with a note, and the record holds on every machine. */
async function finishedWithoutServer(journey: Journey): Promise<void> {
  const { fleet, heir, orchestrator, worker } = journey;
  const before = await fleet.contents();
  await fleet.server.stop('fast');
  const { decision, systemMessage } = await heir.stop(false);
  expect(decision).toBeUndefined();
  expect(systemMessage).toContain('NOT CHECKED');
  await fleet.server.start();
  expect(await fleet.contents()).toEqual(before);
  for (const machine of [worker, orchestrator, heir]) {
    expect(await machine.cs(['store', 'audit'])).toMatchObject({ code: 0 });
    expect(holdsNoState(machine)).toBe(true);
  }
}
