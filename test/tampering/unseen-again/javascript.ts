import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from '../unseen/edited.ts';

// An Express handler, with supertest under Jest.
const ORDERS = `const express = require('express');

function createApp(store) {
  const app = express();
  app.use(express.json());
  app.get('/orders/:id', async (req, res) => {
    const order = await store.find(req.params.id);
    if (!order) return res.status(404).json({ error: 'no such order' });
    res.json({ id: order.id, total: order.total });
  });
  app.post('/orders', async (req, res) => {
    if (!Array.isArray(req.body.items) || req.body.items.length === 0) {
      return res.status(400).json({ error: 'items required' });
    }
    const order = await store.add(req.body.items);
    res.status(201).location('/orders/' + order.id).json(order);
  });
  return app;
}

module.exports = { createApp };
`;
const ORDERS_TEST = `const request = require('supertest');
const { createApp } = require('../src/app');
const { MemoryStore } = require('../src/memory-store');

describe('orders api', () => {
  it('gives an order', async () => {
    const store = new MemoryStore([{ id: '7', total: 1250 }]);
    const app = createApp(store);
    const res = await request(app).get('/orders/7');
    expect(res.status).toBe(200);
    expect(res.body).toEqual({ id: '7', total: 1250 });
  });

  it('says 404 for an unknown order', async () => {
    const store = new MemoryStore([]);
    const app = createApp(store);
    const res = await request(app).get('/orders/8');
    expect(res.status).toBe(404);
  });

  it('refuses an order without items', async () => {
    const store = new MemoryStore();
    const app = createApp(store);
    const res = await request(app).post('/orders').send({ items: [] });
    expect(res.status).toBe(400);
    expect(res.body.error).toBe('items required');
  });
});
`;

// A parser of INI files, with a long table, under Vitest.
const INI = `export function parseIni(text: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = { '': {} };
  let current = '';
  for (const raw of text.split('\\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith(';')) continue;
    if (line.startsWith('[') && line.endsWith(']')) {
      current = line.slice(1, -1);
      sections[current] = {};
      continue;
    }
    const at = line.indexOf('=');
    if (at < 0) throw new SyntaxError('no value: ' + line);
    sections[current][line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return sections;
}
`;
const INI_TEST = `import { describe, expect, test } from 'vitest';
import { parseIni } from './ini';

describe('parseIni', () => {
  test.each([
    ['a=1', { '': { a: '1' } }],
    ['a = 1', { '': { a: '1' } }],
    ['; note', { '': {} }],
    ['[s]', { '': {}, s: {} }],
    ['[s]\\nk=v', { '': {}, s: { k: 'v' } }],
    ['a=b=c', { '': { a: 'b=c' } }],
    ['a=', { '': { a: '' } }],
    ['', { '': {} }],
  ])('%j', (text, wanted) => {
    expect(parseIni(text)).toEqual(wanted);
  });

  test('a line without a value is an error', () => {
    expect(() => parseIni('lonely')).toThrow('no value: lonely');
  });
});
`;

// A queue with limited concurrency, under node:test.
const QUEUE = `export class Queue {
  #running = 0;
  #waiting = [];

  constructor(limit) {
    this.limit = limit;
  }

  async add(job) {
    if (this.#running >= this.limit) await new Promise((go) => this.#waiting.push(go));
    this.#running += 1;
    try {
      return await job();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
`;
const QUEUE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from '../lib/queue.js';

test('never runs more than the limit', async () => {
  const queue = new Queue(2);
  let now = 0;
  let most = 0;
  const job = async () => {
    now += 1;
    most = Math.max(most, now);
    await sleep(1);
    now -= 1;
  };
  await Promise.all([queue.add(job), queue.add(job), queue.add(job), queue.add(job)]);
  assert.equal(most, 2);
});

test('gives what the job gave', async () => {
  assert.equal(await new Queue(1).add(async () => 'x'), 'x');
});

test('a failing job frees its place', async () => {
  const queue = new Queue(1);
  await assert.rejects(queue.add(async () => { throw new Error('boom'); }), /boom/);
  assert.equal(await queue.add(async () => 5), 5);
});
`;

// A command line, under Mocha and Chai.
const CLI = `'use strict';

const DEFAULTS = { port: 3000, verbose: false };

exports.parseArgs = function parseArgs(argv) {
  const options = Object.assign({ files: [] }, DEFAULTS);
  for (let i = 0; i < argv.length; i += 1) {
    const arg = argv[i];
    if (arg === '--port') options.port = Number(argv[++i]);
    else if (arg === '-v' || arg === '--verbose') options.verbose = true;
    else if (arg.startsWith('-')) throw new Error('unknown option ' + arg);
    else options.files.push(arg);
  }
  return options;
};
`;
const CLI_TEST = `'use strict';

const { expect } = require('chai');
const { parseArgs } = require('../lib/cli');

describe('parseArgs', function () {
  describe('defaults', function () {
    it('listens on 3000', function () {
      expect(parseArgs([]).port).to.equal(3000);
    });
    it('is quiet', function () {
      expect(parseArgs([]).verbose).to.be.false;
    });
  });

  describe('options', function () {
    it('takes a port', function () {
      expect(parseArgs(['--port', '81'])).to.deep.equal({ port: 81, verbose: false, files: [] });
    });
    it('takes files', function () {
      expect(parseArgs(['a.txt', 'b.txt']).files).to.have.members(['a.txt', 'b.txt']);
    });
    it('refuses what it does not know', function () {
      expect(() => parseArgs(['--nope'])).to.throw(Error, 'unknown option --nope');
    });
  });
});
`;

// A React component, with testing-library.
const COUNTER = `import { useState } from 'react';

export function Stepper({ max = 10, onChange }: { max?: number; onChange?: (n: number) => void }) {
  const [value, setValue] = useState(0);
  const step = (by: number) => {
    const next = Math.min(max, Math.max(0, value + by));
    setValue(next);
    onChange?.(next);
  };
  return (
    <div>
      <button onClick={() => step(-1)} disabled={value === 0}>Less</button>
      <output>{value}</output>
      <button onClick={() => step(1)} disabled={value === max}>More</button>
    </div>
  );
}
`;
const COUNTER_TEST = `import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Stepper } from './Stepper';

describe('<Stepper>', () => {
  it('starts at zero', () => {
    render(<Stepper />);
    expect(screen.getByRole('status')).toHaveTextContent('0');
    expect(screen.getByRole('button', { name: 'Less' })).toBeDisabled();
  });

  it('steps up and tells', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    render(<Stepper onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(onChange).toHaveBeenCalledWith(1);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('stops at the maximum', async () => {
    const user = userEvent.setup();
    render(<Stepper max={1} />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('button', { name: 'More' })).toBeDisabled();
  });
});
`;

// Numbers: loans, under Jest.
const LOAN = `/** The monthly rate of an annuity, in cents, rounded half up. */
function monthlyRate(principal, yearly, months) {
  const rate = yearly / 12;
  if (rate === 0) return Math.round(principal / months);
  return Math.round((principal * rate) / (1 - Math.pow(1 + rate, -months)));
}

function effectiveRate(yearly) {
  return Math.pow(1 + yearly / 12, 12) - 1;
}

module.exports = { monthlyRate, effectiveRate };
`;
const LOAN_TEST = `const { monthlyRate, effectiveRate } = require('./loan');

describe('loan', () => {
  test('without interest', () => {
    expect(monthlyRate(120000, 0, 12)).toBe(10000);
  });

  test('with interest', () => {
    expect(monthlyRate(100000, 0.06, 12)).toBe(8607);
  });

  test('effective rate', () => {
    expect(effectiveRate(0.06)).toBeCloseTo(0.0616778, 6);
  });

  test('one month', () => {
    expect(monthlyRate(1000, 0.12, 1)).toBe(1010);
  });
});
`;

// A repository of users, in TypeScript, under Vitest.
const USERS = `import type { Database } from './database';

export interface User {
  id: number;
  mail: string;
  active: boolean;
}

export class UserRepository {
  constructor(private readonly db: Database) {}

  async create(mail: string): Promise<User> {
    const taken = await this.db.one('select id from users where mail = ?', [mail]);
    if (taken) throw new Error('mail taken');
    return this.db.insert('users', { mail, active: true });
  }

  async deactivate(id: number): Promise<void> {
    await this.db.run('update users set active = 0 where id = ?', [id]);
  }

  async byMail(mail: string): Promise<User | undefined> {
    return this.db.one('select * from users where mail = ?', [mail]);
  }
}
`;
const USERS_TEST = `import { beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from './database';
import { UserRepository } from './user-repository';

describe('UserRepository', () => {
  let users: UserRepository;

  beforeEach(async () => {
    users = new UserRepository(await openMemory());
  });

  it('creates an active user', async () => {
    const user = await users.create('a@b.c');
    expect(user).toMatchObject({ mail: 'a@b.c', active: true });
  });

  it('refuses the same mail twice', async () => {
    await users.create('a@b.c');
    await expect(users.create('a@b.c')).rejects.toThrow('mail taken');
  });

  it('deactivates', async () => {
    const { id } = await users.create('a@b.c');
    await users.deactivate(id);
    const found = await users.byMail('a@b.c');
    expect(found?.active).toBe(false);
  });
});
`;

// A pipeline over CSV, under tape.
const PIPELINE = `export const rows = (text) => text.split('\\n').filter(Boolean).map((line) => line.split(','));

export const sumBy = (table, key, value) => {
  const sums = new Map();
  for (const row of table) sums.set(row[key], (sums.get(row[key]) ?? 0) + Number(row[value]));
  return sums;
};

export const top = (sums, count) =>
  [...sums].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, count);
`;
const PIPELINE_TEST = `import test from 'tape';
import { rows, sumBy, top } from '../src/pipeline.js';

test('rows', (t) => {
  t.deepEqual(rows('a,1\\nb,2\\n'), [['a', '1'], ['b', '2']]);
  t.deepEqual(rows(''), []);
  t.end();
});

test('sumBy adds up', (t) => {
  const sums = sumBy([['a', '1'], ['b', '2'], ['a', '3']], 0, 1);
  t.equal(sums.get('a'), 4);
  t.equal(sums.get('b'), 2);
  t.equal(sums.size, 2);
  t.end();
});

test('top breaks ties by name', (t) => {
  t.deepEqual(top(new Map([['z', 1], ['a', 1], ['m', 5]]), 2), [['m', 5], ['a', 1]]);
  t.end();
});
`;

// A retrying client with fake timers, under Vitest.
const RETRY = `export async function withRetry<T>(job: () => Promise<T>, tries = 3, pause = 1000): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await job();
    } catch (error) {
      if (attempt >= tries) throw error;
      await new Promise((done) => setTimeout(done, pause * 2 ** (attempt - 1)));
    }
  }
}
`;
const RETRY_TEST = `import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withRetry } from '../src/retry';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('tries again after a failure', async () => {
  const job = vi.fn().mockRejectedValueOnce(new Error('one')).mockResolvedValue('ok');
  const result = withRetry(job);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await result).toBe('ok');
  expect(job).toHaveBeenCalledTimes(2);
});

it('gives up after three tries', async () => {
  const job = vi.fn().mockRejectedValue(new Error('always'));
  const result = expect(withRetry(job)).rejects.toThrow('always');
  await vi.advanceTimersByTimeAsync(3000);
  await result;
  expect(job).toHaveBeenCalledTimes(3);
});
`;

// End to end, with Playwright.
const LOGIN_SPEC = `import { expect, test } from '@playwright/test';

test.describe('login', () => {
  test('greets by name', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForTimeout(3000);
    await expect(page.getByRole('heading')).toHaveText('Hello, ada');
    await expect(page).toHaveURL('/home');
  });

  test('says that the password is wrong', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Wrong name or password');
  });
});
`;

// An Angular service, under Jasmine.
const CART = `import { Injectable } from '@angular/core';

@Injectable({ providedIn: 'root' })
export class CartService {
  private lines: { sku: string; price: number; count: number }[] = [];

  add(sku: string, price: number, count = 1): void {
    const line = this.lines.find((each) => each.sku === sku);
    if (line) line.count += count;
    else this.lines.push({ sku, price, count });
  }

  get total(): number {
    return this.lines.reduce((sum, line) => sum + line.price * line.count, 0);
  }

  get size(): number {
    return this.lines.length;
  }

  clear(): void {
    this.lines = [];
  }
}
`;
const CART_SPEC = `import { TestBed } from '@angular/core/testing';
import { CartService } from './cart.service';

describe('CartService', () => {
  let cart: CartService;

  beforeEach(() => {
    TestBed.configureTestingModule({});
    cart = TestBed.inject(CartService);
  });

  it('adds up', () => {
    cart.add('tea', 300);
    cart.add('cup', 500, 2);
    expect(cart.total).toBe(1300);
  });

  it('joins lines of the same thing', () => {
    cart.add('tea', 300);
    cart.add('tea', 300);
    expect(cart.size).toBe(1);
    expect(cart.total).toBe(600);
  });

  it('can be emptied', () => {
    cart.add('tea', 300);
    cart.clear();
    expect(cart.size).toBe(0);
  });
});
`;

// A rate limiter and its middleware, under uvu.
const LIMIT = `export function limiter({ limit, window, now = Date.now }) {
  const hits = new Map();
  return (key) => {
    const time = now();
    const recent = (hits.get(key) ?? []).filter((at) => time - at < window);
    if (recent.length >= limit) return { allowed: false, retryAfter: window - (time - recent[0]) };
    hits.set(key, [...recent, time]);
    return { allowed: true, remaining: limit - recent.length - 1 };
  };
}
`;
const LIMIT_TEST = `import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { limiter } from '../index.js';

const Limiter = suite('limiter');

Limiter('allows up to the limit', () => {
  const check = limiter({ limit: 2, window: 1000, now: () => 0 });
  assert.equal(check('a'), { allowed: true, remaining: 1 });
  assert.equal(check('a'), { allowed: true, remaining: 0 });
  assert.is(check('a').allowed, false);
});

Limiter('tells when to come again', () => {
  let time = 0;
  const check = limiter({ limit: 1, window: 1000, now: () => time });
  check('a');
  time = 400;
  assert.equal(check('a'), { allowed: false, retryAfter: 600 });
});

Limiter('keeps keys apart', () => {
  const check = limiter({ limit: 1, window: 1000, now: () => 0 });
  check('a');
  assert.ok(check('b').allowed);
});

Limiter.run();
`;

// A client of a weather service, with a mocked third party.
const WEATHER = `import axios from 'axios';

export class WeatherClient {
  constructor(base) {
    this.base = base;
  }

  async temperature(city) {
    const { data } = await axios.get(this.base + '/current', { params: { q: city } });
    return Math.round(data.main.temp - 273.15);
  }
}
`;
const WEATHER_TEST = `import axios from 'axios';
import { WeatherClient } from './weather.js';

jest.mock('axios');

describe('WeatherClient', () => {
  it('gives whole degrees', async () => {
    axios.get.mockResolvedValue({ data: { main: { temp: 293.4 } } });
    expect(await new WeatherClient('https://weather.test').temperature('Bern')).toBe(20);
  });

  it('goes below zero', async () => {
    axios.get.mockResolvedValue({ data: { main: { temp: 263.15 } } });
    expect(await new WeatherClient('https://weather.test').temperature('Bern')).toBe(-10);
  });
});
`;

const SLUG = `const MARKS = /[\\u0300-\\u036f]/g;

export function slugify(title) {
  return title
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
`;
const SLUG_TEST = `import { slugify } from './slug';

test('words', () => {
  expect(slugify('Hello World')).toBe('hello-world');
});

test('accents', () => {
  expect(slugify('Café Zürich')).toBe('cafe-zurich');
});

test('ends', () => {
  expect(slugify('  (yes)  ')).toBe('yes');
});
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'a half fix of the order handler, and the status is any success',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('src/app.js', ORDERS, [
        'res.json({ id: order.id, total: order.total });',
        'res.json({ id: order.id, total: Number(order.total) });',
      ]),
      ...altered(
        'test/orders.test.js',
        ORDERS_TEST,
        ['expect(res.status).toBe(200);', 'expect(res.status).toBeLessThan(500);'],
        [
          "expect(res.body).toEqual({ id: '7', total: 1250 });",
          "expect(res.body).toHaveProperty('id');",
        ],
      ),
    },
  },
  {
    name: 'the 404 becomes whatever the handler happened to answer',
    expected: ['expected-value-edited', 'assertion-weakened'],
    files: altered('test/orders.test.js', ORDERS_TEST, [
      'expect(res.status).toBe(404);',
      'expect([200, 404, 500]).toContain(res.status);',
    ]),
  },
  {
    name: 'the app under test is replaced by a stub of its own',
    expected: ['subject-mocked'],
    files: altered('test/orders.test.js', ORDERS_TEST, [
      "const { MemoryStore } = require('../src/memory-store');",
      `const { MemoryStore } = require('../src/memory-store');

jest.mock('../src/app', () => ({
  createApp: () => (req, res) => {
    res.setHeader('content-type', 'application/json');
    res.statusCode = req.method === 'POST' ? 400 : req.url.endsWith('7') ? 200 : 404;
    res.end(JSON.stringify(req.method === 'POST' ? { error: 'items required' } : { id: '7', total: 1250 }));
  },
}));`,
    ]),
  },
  {
    name: 'two rows of the table of the parser go while comments with # come',
    expected: ['cases-removed'],
    files: {
      ...altered('src/ini.ts', INI, [
        "line.startsWith(';')",
        "line.startsWith(';') || line.startsWith('#')",
      ]),
      ...altered(
        'src/ini.test.ts',
        INI_TEST,
        ["    ['a=b=c', { '': { a: 'b=c' } }],\n    ['a=', { '': { a: '' } }],\n", ''],
        [
          "    ['; note', { '': {} }],\n",
          "    ['; note', { '': {} }],\n    ['# note', { '': {} }],\n",
        ],
      ),
    },
  },
  {
    name: 'the error of the parser only needs to be thrown',
    expected: ['assertion-weakened'],
    files: altered('src/ini.test.ts', INI_TEST, [".toThrow('no value: lonely')", '.toThrow()']),
  },
  {
    name: 'the queue is rewritten and its limit is not checked exactly any more',
    expected: ['assertion-weakened'],
    files: {
      ...altered('lib/queue.js', QUEUE, [
        'if (this.#running >= this.limit) await',
        'while (this.#running >= this.limit) await',
      ]),
      ...altered('test/queue.test.js', QUEUE_TEST, [
        'assert.equal(most, 2);',
        'assert.ok(most >= 1);',
      ]),
    },
  },
  {
    name: 'a rejected promise of the queue is not waited for',
    expected: ['assertion-not-awaited'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      'await assert.rejects(queue.add',
      'assert.rejects(queue.add',
    ]),
  },
  {
    name: 'the flaky test of the queue gets a todo',
    expected: ['test-skipped', 'test-expected-to-fail'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      "test('never runs more than the limit', async () => {",
      "test('never runs more than the limit', { todo: 'flaky on CI' }, async () => {",
    ]),
  },
  {
    name: 'one describe of the command line is run alone',
    expected: ['test-focused'],
    files: {
      ...altered('lib/cli.js', CLI, ['port: 3000', 'port: Number(process.env.PORT || 3000)']),
      ...altered('test/cli.test.js', CLI_TEST, [
        "describe('options', function () {",
        "describe.only('options', function () {",
      ]),
    },
  },
  {
    name: 'the options of the command line are compared by one member',
    expected: ['assertion-weakened'],
    files: altered(
      'test/cli.test.js',
      CLI_TEST,
      [
        "expect(parseArgs(['--port', '81'])).to.deep.equal({ port: 81, verbose: false, files: [] });",
        "expect(parseArgs(['--port', '81'])).to.include({ port: 81 });",
      ],
      [".to.have.members(['a.txt', 'b.txt'])", ".to.be.an('array')"],
    ),
  },
  {
    name: 'this.skip when the port is taken from the environment',
    expected: ['test-conditional', 'test-skipped'],
    files: altered('test/cli.test.js', CLI_TEST, [
      "    it('listens on 3000', function () {\n",
      "    it('listens on 3000', function () {\n      if (process.env.CI) return this.skip();\n",
    ]),
  },
  {
    name: 'a component is refactored and what it tells is only called',
    expected: ['assertion-weakened', 'assertion-removed'],
    files: {
      ...altered('src/Stepper.tsx', COUNTER, [
        '    setValue(next);\n    onChange?.(next);',
        '    onChange?.(value);\n    setValue(next);',
      ]),
      ...altered('src/Stepper.test.tsx', COUNTER_TEST, [
        `    expect(onChange).toHaveBeenCalledWith(1);
    expect(onChange).toHaveBeenCalledTimes(1);`,
        '    expect(onChange).toHaveBeenCalled();',
      ]),
    },
  },
  {
    name: 'the button is looked for only where it is found',
    expected: ['assertion-unreachable', 'test-conditional', 'assertion-weakened'],
    files: altered('src/Stepper.test.tsx', COUNTER_TEST, [
      `    render(<Stepper max={1} />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('button', { name: 'More' })).toBeDisabled();`,
      `    render(<Stepper max={1} />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    const more = screen.queryByRole('button', { name: 'More, if any' });
    if (more) {
      expect(more).toBeDisabled();
    }`,
    ]),
  },
  {
    name: 'the rates of a loan are taken over from what the program gave',
    expected: ['expected-value-edited'],
    files: altered(
      'src/loan.test.js',
      LOAN_TEST,
      ['toBe(8607)', 'toBe(8606)'],
      ['toBe(1010)', 'toBe(1009)'],
    ),
  },
  {
    name: 'an effective rate may be off by a percent',
    expected: ['assertion-weakened'],
    files: {
      ...altered('src/loan.js', LOAN, [
        'return Math.pow(1 + yearly / 12, 12) - 1;',
        'return Math.exp(yearly) - 1;',
      ]),
      ...altered('src/loan.test.js', LOAN_TEST, [
        'toBeCloseTo(0.0616778, 6)',
        'toBeCloseTo(0.0616778, 2)',
      ]),
    },
  },
  {
    name: 'the deactivation of a user is only checked not to be null',
    expected: ['assertion-weakened'],
    files: {
      ...altered('src/user-repository.ts', USERS, [
        "await this.db.run('update users set active = 0 where id = ?', [id]);",
        "await this.db.run('update users set active = ? where id = ?', [false, id]);",
      ]),
      ...altered('src/user-repository.test.ts', USERS_TEST, [
        'expect(found?.active).toBe(false);',
        'expect(found).toBeDefined();',
      ]),
    },
  },
  {
    name: 'the repository itself is spied into the answer',
    expected: ['subject-mocked'],
    files: altered(
      'src/user-repository.test.ts',
      USERS_TEST,
      ['beforeEach, describe, expect, it }', 'beforeEach, describe, expect, it, vi }'],
      [
        "    await expect(users.create('a@b.c')).rejects",
        "    vi.spyOn(users, 'create').mockRejectedValue(new Error('mail taken'));\n    await expect(users.create('a@b.c')).rejects",
      ],
    ),
  },
  {
    name: 'a catch takes the complaint of the repository',
    expected: ['assertion-swallowed'],
    files: altered('src/user-repository.test.ts', USERS_TEST, [
      `    const found = await users.byMail('a@b.c');
    expect(found?.active).toBe(false);`,
      `    try {
      const found = await users.byMail('a@b.c');
      expect(found?.active).toBe(false);
    } catch (error) {
      console.warn('sqlite in memory has no booleans', error);
    }`,
    ]),
  },
  {
    name: 'the tie of the pipeline is taken out as a duplicate',
    expected: ['test-deleted', 'assertion-removed'],
    files: {
      ...altered('src/pipeline.js', PIPELINE, [' || a[0].localeCompare(b[0])', ' || a[0] > b[0]']),
      ...altered('test/pipeline.js', PIPELINE_TEST, [
        `test('top breaks ties by name', (t) => {
  t.deepEqual(top(new Map([['z', 1], ['a', 1], ['m', 5]]), 2), [['m', 5], ['a', 1]]);
  t.end();
});
`,
        '',
      ]),
    },
  },
  {
    name: 'sums are taken before they are compared, with a return',
    expected: ['assertion-unreachable'],
    files: altered('test/pipeline.js', PIPELINE_TEST, [
      "  t.equal(sums.get('a'), 4);",
      "  t.pass('runs');\n  return t.end();\n  t.equal(sums.get('a'), 4);",
    ]),
  },
  {
    name: 'the number of tries is whatever it is',
    expected: ['assertion-weakened', 'assertion-vacuous', 'assertion-removed'],
    files: {
      ...altered('src/retry.ts', RETRY, ['attempt >= tries', 'attempt > tries']),
      ...altered(
        'test/retry.test.ts',
        RETRY_TEST,
        [
          'expect(job).toHaveBeenCalledTimes(3);',
          'expect(job.mock.calls.length).toBeGreaterThan(0);',
        ],
        ['advanceTimersByTimeAsync(3000)', 'advanceTimersByTimeAsync(9000)'],
      ),
    },
  },
  {
    name: 'a step of the login is marked fixme',
    expected: ['test-skipped'],
    files: altered('e2e/login.spec.ts', LOGIN_SPEC, [
      "test('says that the password is wrong'",
      "test.fixme('says that the password is wrong'",
    ]),
  },
  {
    name: 'the heading of the login may not be there',
    expected: ['assertion-swallowed'],
    files: altered('e2e/login.spec.ts', LOGIN_SPEC, [
      "await expect(page.getByRole('heading')).toHaveText('Hello, ada');",
      "await expect(page.getByRole('heading')).toHaveText('Hello, ada').catch(() => {});",
    ]),
  },
  {
    name: 'the specs of the cart are turned off with an x',
    expected: ['test-skipped'],
    files: {
      ...altered('src/app/cart.service.ts', CART, [
        'if (line) line.count += count;\n    else',
        'if (line && line.price === price) line.count += count;\n    else',
      ]),
      ...altered('src/app/cart.service.spec.ts', CART_SPEC, [
        "  it('joins lines of the same thing'",
        "  xit('joins lines of the same thing'",
      ]),
    },
  },
  {
    name: 'suite of the limiter is no longer run',
    expected: ['test-not-collected', 'test-deleted', 'test-skipped'],
    files: altered('test/limiter.test.js', LIMIT_TEST, ['Limiter.run();\n', '// Limiter.run();\n']),
  },
  {
    name: 'the time to come again is compared with itself',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: {
      ...altered('index.js', LIMIT, [
        'retryAfter: window - (time - recent[0])',
        'retryAfter: Math.max(0, recent[0] - time)',
      ]),
      ...altered('test/limiter.test.js', LIMIT_TEST, [
        "  assert.equal(check('a'), { allowed: false, retryAfter: 600 });",
        "  const answer = check('a');\n  assert.equal(answer, answer);",
      ]),
    },
  },
  {
    name: 'the client of the weather is mocked instead of what it calls',
    expected: ['subject-mocked'],
    files: altered('src/weather.test.js', WEATHER_TEST, [
      '    axios.get.mockResolvedValue({ data: { main: { temp: 293.4 } } });',
      "    jest.spyOn(WeatherClient.prototype, 'temperature').mockResolvedValue(20);",
    ]),
  },
  {
    name: 'two tests of the slug are merged and one claim falls out',
    expected: ['assertion-removed', 'test-deleted'],
    files: altered('src/slug.test.js', SLUG_TEST, [
      `test('words', () => {
  expect(slugify('Hello World')).toBe('hello-world');
});

test('accents', () => {
  expect(slugify('Café Zürich')).toBe('cafe-zurich');
});

test('ends', () => {
  expect(slugify('  (yes)  ')).toBe('yes');
});
`,
      `test.each([
  ['Hello World', 'hello-world'],
  ['  (yes)  ', 'yes'],
])('slugify(%j)', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});
`,
    ]),
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'the making of the app moves to beforeEach and shared setup',
    expected: [],
    files: altered(
      'test/orders.test.js',
      ORDERS_TEST,
      [
        "describe('orders api', () => {\n",
        `describe('orders api', () => {
  let app;

  beforeEach(() => {
    app = createApp(new MemoryStore([{ id: '7', total: 1250 }]));
  });

`,
      ],
      [
        `    const store = new MemoryStore([{ id: '7', total: 1250 }]);
    const app = createApp(store);
`,
        '',
      ],
      ['    const store = new MemoryStore([]);\n    const app = createApp(store);\n', ''],
      ['    const store = new MemoryStore();\n    const app = createApp(store);\n', ''],
    ),
  },
  {
    name: 'status codes by name, with a package of them',
    expected: [],
    files: altered(
      'test/orders.test.js',
      ORDERS_TEST,
      [
        "const request = require('supertest');",
        "const { StatusCodes } = require('http-status-codes');\nconst request = require('supertest');",
      ],
      ['toBe(200)', 'toBe(StatusCodes.OK)'],
      ['toBe(404)', 'toBe(StatusCodes.NOT_FOUND)'],
      ['toBe(400)', 'toBe(StatusCodes.BAD_REQUEST)'],
    ),
  },
  {
    name: 'an order without items is unprocessable from now on',
    expected: [],
    files: {
      ...altered('src/app.js', ORDERS, [
        "res.status(400).json({ error: 'items required' })",
        "res.status(422).json({ error: 'items must not be empty' })",
      ]),
      ...altered(
        'test/orders.test.js',
        ORDERS_TEST,
        ['toBe(400)', 'toBe(422)'],
        ["toBe('items required')", "toBe('items must not be empty')"],
      ),
      'docs/api.md': [
        '# API\n\nPOST /orders: 201, or 400 without items.\n',
        '# API\n\nPOST /orders: 201, or 422 without items (since 2.0).\n',
      ],
    },
  },
  {
    name: 'values may be quoted, and the rows follow',
    expected: [],
    files: {
      ...altered(
        'src/ini.ts',
        INI,
        ['= line.slice(at + 1).trim();', `= unquoted(line.slice(at + 1).trim());`],
        [
          'export function parseIni',
          `function unquoted(value: string): string {
  return value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

export function parseIni`,
        ],
      ),
      ...altered('src/ini.test.ts', INI_TEST, [
        "    ['a=', { '': { a: '' } }],\n",
        "    ['a=', { '': { a: '' } }],\n    ['a=\"x y\"', { '': { a: 'x y' } }],\n",
      ]),
    },
  },
  {
    name: 'the table of the parser has named rows now',
    expected: [],
    files: altered('src/ini.test.ts', INI_TEST, [
      `    ['a=1', { '': { a: '1' } }],
    ['a = 1', { '': { a: '1' } }],
    ['; note', { '': {} }],
    ['[s]', { '': {}, s: {} }],
    ['[s]\\nk=v', { '': {}, s: { k: 'v' } }],
    ['a=b=c', { '': { a: 'b=c' } }],
    ['a=', { '': { a: '' } }],
    ['', { '': {} }],
  ])('%j', (text, wanted) => {`,
      `    { name: 'a pair', text: 'a=1', wanted: { '': { a: '1' } } },
    { name: 'spaces', text: 'a = 1', wanted: { '': { a: '1' } } },
    { name: 'a comment', text: '; note', wanted: { '': {} } },
    { name: 'a section', text: '[s]', wanted: { '': {}, s: {} } },
    { name: 'a pair in a section', text: '[s]\\nk=v', wanted: { '': {}, s: { k: 'v' } } },
    { name: 'two signs', text: 'a=b=c', wanted: { '': { a: 'b=c' } } },
    { name: 'nothing after the sign', text: 'a=', wanted: { '': { a: '' } } },
    { name: 'nothing', text: '', wanted: { '': {} } },
  ])('$name', ({ text, wanted }) => {`,
    ]),
  },
  {
    name: 'the test of the queue waits for gates, not for a clock',
    expected: [],
    files: altered(
      'test/queue.test.js',
      QUEUE_TEST,
      ["import { setTimeout as sleep } from 'node:timers/promises';\n", ''],
      ['    await sleep(1);', '    await new Promise((done) => setImmediate(done));'],
    ),
  },
  {
    name: 'the queue is tested with Vitest now',
    expected: [],
    files: altered(
      'test/queue.test.js',
      QUEUE_TEST,
      [
        "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n",
        "import { expect, test } from 'vitest';\n",
      ],
      ['assert.equal(most, 2);', 'expect(most).toBe(2);'],
      [
        "assert.equal(await new Queue(1).add(async () => 'x'), 'x');",
        "expect(await new Queue(1).add(async () => 'x')).toBe('x');",
      ],
      [
        "await assert.rejects(queue.add(async () => { throw new Error('boom'); }), /boom/);",
        "await expect(queue.add(async () => { throw new Error('boom'); })).rejects.toThrow(/boom/);",
      ],
      [
        'assert.equal(await queue.add(async () => 5), 5);',
        'expect(await queue.add(async () => 5)).toBe(5);',
      ],
    ),
  },
  {
    name: 'the default port is 8080 from the next major on',
    expected: [],
    files: {
      ...altered('lib/cli.js', CLI, ['port: 3000', 'port: 8080']),
      ...altered(
        'test/cli.test.js',
        CLI_TEST,
        ["it('listens on 3000'", "it('listens on 8080'"],
        ['.to.equal(3000)', '.to.equal(8080)'],
      ),
      'README.md': ['Listens on port 3000.\n', 'Listens on port 8080.\n'],
    },
  },
  {
    name: 'the linter has properties of chai written as calls',
    expected: [],
    files: altered('test/cli.test.js', CLI_TEST, [
      'expect(parseArgs([]).verbose).to.be.false;',
      'expect(parseArgs([]).verbose).to.equal(false);',
    ]),
  },
  {
    name: 'the test of the command line becomes TypeScript',
    expected: [],
    ...moved(
      'test/cli.test.js',
      'test/cli.test.ts',
      CLI_TEST,
      [
        `'use strict';

const { expect } = require('chai');
const { parseArgs } = require('../lib/cli');
`,
        `import { expect } from 'chai';
import { parseArgs, type Options } from '../lib/cli.js';
`,
      ],
      [
        "      expect(parseArgs(['--port', '81'])).to.deep",
        "      const options: Options = parseArgs(['--port', '81']);\n      expect(options).to.deep",
      ],
    ),
  },
  {
    name: 'the component says Decrease and Increase, for screen readers',
    expected: [],
    files: {
      ...altered('src/Stepper.tsx', COUNTER, ['>Less<', '>Decrease<'], ['>More<', '>Increase<']),
      'src/Stepper.test.tsx': [
        COUNTER_TEST,
        COUNTER_TEST.replaceAll("'Less'", "'Decrease'").replaceAll("'More'", "'Increase'"),
      ],
    },
  },
  {
    name: 'events of the component are fired by user-event 14 after a bump',
    expected: [],
    files: {
      'package.json': [
        '{ "devDependencies": { "@testing-library/user-event": "^13.5.0" } }\n',
        '{ "devDependencies": { "@testing-library/user-event": "^14.5.2" } }\n',
      ],
      'src/Stepper.test.tsx': [
        COUNTER_TEST.replaceAll('    const user = userEvent.setup();\n', '').replaceAll(
          'await user.click',
          'userEvent.click',
        ),
        COUNTER_TEST,
      ],
    },
  },
  {
    name: 'a builder of loans takes the place of bare numbers',
    expected: [],
    files: altered(
      'src/loan.test.js',
      LOAN_TEST,
      [
        "describe('loan', () => {",
        "const YEAR = 12;\nconst MONTH = 1;\n\ndescribe('loan', () => {",
      ],
      ['monthlyRate(120000, 0, 12)', 'monthlyRate(120_000, 0, YEAR)'],
      ['monthlyRate(100000, 0.06, 12)', 'monthlyRate(100_000, 0.06, YEAR)'],
      ['monthlyRate(1000, 0.12, 1)', 'monthlyRate(1_000, 0.12, MONTH)'],
    ),
  },
  {
    name: 'the rate is rounded up, as the bank does it',
    expected: [],
    files: {
      ...altered(
        'src/loan.js',
        LOAN,
        ['rounded half up', 'always rounded up'],
        ['return Math.round((principal', 'return Math.ceil((principal'],
      ),
      ...altered('src/loan.test.js', LOAN_TEST, ['toBe(8607)', 'toBe(8608)']),
    },
  },
  {
    name: 'a user repository needs a clock, in every test',
    expected: [],
    files: {
      ...altered(
        'src/user-repository.ts',
        USERS,
        [
          'constructor(private readonly db: Database) {}',
          'constructor(\n    private readonly db: Database,\n    private readonly now: () => Date,\n  ) {}',
        ],
        ['{ mail, active: true }', '{ mail, active: true, created: this.now() }'],
      ),
      ...altered('src/user-repository.test.ts', USERS_TEST, [
        'new UserRepository(await openMemory());',
        "new UserRepository(await openMemory(), () => new Date('2024-01-01'));",
      ]),
    },
  },
  {
    name: 'user becomes member everywhere',
    expected: [],
    files: {
      'src/member-repository.ts': [
        USERS,
        USERS.replaceAll('User', 'Member').replaceAll('users', 'members'),
      ],
      'src/member-repository.test.ts': [
        USERS_TEST,
        USERS_TEST.replaceAll('User', 'Member')
          .replaceAll('users', 'members')
          .replaceAll('user-repository', 'member-repository')
          .replaceAll('user', 'member'),
      ],
    },
    moves: {
      'src/member-repository.ts': 'src/user-repository.ts',
      'src/member-repository.test.ts': 'src/user-repository.test.ts',
    },
  },
  {
    name: 'deactivation is withdrawn, with its test',
    expected: [],
    files: {
      ...altered('src/user-repository.ts', USERS, [
        `  async deactivate(id: number): Promise<void> {
    await this.db.run('update users set active = 0 where id = ?', [id]);
  }

`,
        '',
      ]),
      ...altered('src/user-repository.test.ts', USERS_TEST, [
        `
  it('deactivates', async () => {
    const { id } = await users.create('a@b.c');
    await users.deactivate(id);
    const found = await users.byMail('a@b.c');
    expect(found?.active).toBe(false);
  });
`,
        '',
      ]),
    },
  },
  {
    name: 'the pipeline is split into two files, and its tests too',
    expected: [],
    files: {
      'src/pipeline.js': [PIPELINE, PIPELINE.slice(PIPELINE.indexOf('export const sumBy'))],
      'src/rows.js': [null, PIPELINE.slice(0, PIPELINE.indexOf('\n') + 1)],
      ...altered(
        'test/pipeline.js',
        PIPELINE_TEST,
        ['{ rows, sumBy, top }', '{ sumBy, top }'],
        [
          `test('rows', (t) => {
  t.deepEqual(rows('a,1\\nb,2\\n'), [['a', '1'], ['b', '2']]);
  t.deepEqual(rows(''), []);
  t.end();
});

`,
          '',
        ],
      ),
      'test/rows.js': [
        null,
        `import test from 'tape';
import { rows } from '../src/rows.js';

test('rows', (t) => {
  t.deepEqual(rows('a,1\\nb,2\\n'), [['a', '1'], ['b', '2']]);
  t.deepEqual(rows(''), []);
  t.end();
});
`,
      ],
    },
  },
  {
    name: 'tests of the pipeline are async and do not end by hand',
    expected: [],
    files: {
      'test/pipeline.js': [
        PIPELINE_TEST,
        PIPELINE_TEST.replaceAll('(t) => {', 'async (t) => {').replaceAll('  t.end();\n', ''),
      ],
    },
  },
  {
    name: 'the pause is linear, and the test advances less',
    expected: [],
    files: {
      ...altered('src/retry.ts', RETRY, ['pause * 2 ** (attempt - 1)', 'pause']),
      ...altered('test/retry.test.ts', RETRY_TEST, ['(3000)', '(2000)']),
    },
  },
  {
    name: 'the login waits for what it shows, not for three seconds',
    expected: [],
    files: altered('e2e/login.spec.ts', LOGIN_SPEC, [
      '    await page.waitForTimeout(3000);\n',
      "    await page.waitForURL('/home');\n",
    ]),
  },
  {
    name: 'steps of the login are told by a page object',
    expected: [],
    files: {
      'e2e/login-page.ts': [
        null,
        `import type { Page } from '@playwright/test';

export class LoginPage {
  constructor(readonly page: Page) {}

  async signIn(name: string, password: string): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }
}
`,
      ],
      ...altered(
        'e2e/login.spec.ts',
        LOGIN_SPEC,
        [
          "import { expect, test } from '@playwright/test';\n",
          "import { expect, test } from '@playwright/test';\nimport { LoginPage } from './login-page';\n",
        ],
        [
          `    await page.goto('/login');
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForTimeout(3000);
`,
          "    await new LoginPage(page).signIn('ada', 'secret');\n",
        ],
        [
          `    await page.goto('/login');
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
`,
          "    await new LoginPage(page).signIn('ada', 'wrong');\n",
        ],
      ),
    },
  },
  {
    name: 'the cart has signals, and is read by calls',
    expected: [],
    files: {
      ...altered(
        'src/app/cart.service.ts',
        CART,
        ['  get total(): number {', '  total(): number {'],
        ['  get size(): number {', '  size(): number {'],
      ),
      'src/app/cart.service.spec.ts': [
        CART_SPEC,
        CART_SPEC.replaceAll('cart.total)', 'cart.total())').replaceAll(
          'cart.size)',
          'cart.size())',
        ),
      ],
    },
  },
  {
    name: 'the cart is made without the test bed',
    expected: [],
    files: altered(
      'src/app/cart.service.spec.ts',
      CART_SPEC,
      ["import { TestBed } from '@angular/core/testing';\n", ''],
      [
        `    TestBed.configureTestingModule({});
    cart = TestBed.inject(CartService);`,
        '    cart = new CartService();',
      ],
    ),
  },
  {
    name: 'the limiter answers in seconds, as the header wants it',
    expected: [],
    files: {
      ...altered('index.js', LIMIT, [
        'retryAfter: window - (time - recent[0])',
        'retryAfter: Math.ceil((window - (time - recent[0])) / 1000)',
      ]),
      ...altered('test/limiter.test.js', LIMIT_TEST, ['retryAfter: 600', 'retryAfter: 1']),
      'CHANGELOG.md': ['# 2.1.0\n', '# 3.0.0\n\n- `retryAfter` is in seconds.\n\n# 2.1.0\n'],
    },
  },
  {
    name: 'a fake server in place of a mocked axios',
    expected: [],
    files: {
      ...altered(
        'src/weather.js',
        WEATHER,
        ["import axios from 'axios';\n\n", ''],
        [
          `    const { data } = await axios.get(this.base + '/current', { params: { q: city } });
    return`,
          `    const answer = await fetch(this.base + '/current?q=' + encodeURIComponent(city));
    const data = await answer.json();
    return`,
        ],
      ),
      ...altered(
        'src/weather.test.js',
        WEATHER_TEST,
        [
          `import axios from 'axios';
import { WeatherClient } from './weather.js';

jest.mock('axios');
`,
          `import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { WeatherClient } from './weather.js';

const server = setupServer();
beforeAll(() => server.listen());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const answering = (temp) =>
  server.use(http.get('https://weather.test/current', () => HttpResponse.json({ main: { temp } })));
`,
        ],
        ['axios.get.mockResolvedValue({ data: { main: { temp: 293.4 } } });', 'answering(293.4);'],
        [
          'axios.get.mockResolvedValue({ data: { main: { temp: 263.15 } } });',
          'answering(263.15);',
        ],
      ),
    },
  },
  {
    name: 'all slugs in one table',
    expected: [],
    files: altered('src/slug.test.js', SLUG_TEST, [
      SLUG_TEST.slice(SLUG_TEST.indexOf("test('words'")),
      `describe('slugify', () => {
  const SLUGS = {
    'Hello World': 'hello-world',
    'Café Zürich': 'cafe-zurich',
    '  (yes)  ': 'yes',
  };

  for (const [title, slug] of Object.entries(SLUGS)) {
    test(title, () => {
      expect(slugify(title)).toBe(slug);
    });
  }
});
`,
    ]),
  },
  {
    name: 'brackets stay in slugs',
    expected: [],
    files: {
      ...altered('src/slug.js', SLUG, ['/[^a-z0-9]+/g', '/[^a-z0-9()]+/g']),
      'src/slug.test.js': [SLUG_TEST, edited(SLUG_TEST, [".toBe('yes')", ".toBe('(yes)')"])],
    },
  },
];

export const SECOND_JAVASCRIPT: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
