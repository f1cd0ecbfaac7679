import type { TamperingExample } from '../../rig/values/tampering-example.ts';
import { altered, edited, moved } from './edited.ts';

const CART = `/** What a customer is about to buy. */
export interface Item {
  readonly sku: string;
  readonly price: number;
  readonly quantity: number;
}

export const FREE_SHIPPING_FROM = 50;

export class Cart {
  readonly items: Item[] = [];

  add(item: Item): void {
    if (item.quantity < 1) throw new RangeError('quantity must be at least 1');
    this.items.push(item);
  }

  total(): number {
    return this.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  }

  shipping(): number {
    return this.total() >= FREE_SHIPPING_FROM ? 0 : 4.9;
  }

  skus(): string[] {
    return this.items.map(({ sku }) => sku);
  }
}
`;

const CART_TEST = `import { beforeEach, describe, expect, it } from 'vitest';
import { Cart } from './cart';

describe('Cart', () => {
  let cart: Cart;

  beforeEach(() => {
    cart = new Cart();
    cart.add({ sku: 'mug', price: 12.5, quantity: 2 });
    cart.add({ sku: 'tea', price: 4.25, quantity: 4 });
  });

  it('sums price times quantity', () => {
    expect(cart.total()).toBe(42);
  });

  it('charges shipping below the limit', () => {
    expect(cart.shipping()).toBe(4.9);
  });

  it('ships for free from the limit on', () => {
    cart.add({ sku: 'pot', price: 8, quantity: 1 });
    expect(cart.total()).toBe(50);
    expect(cart.shipping()).toBe(0);
  });

  it('refuses a quantity of zero', () => {
    expect(() => cart.add({ sku: 'cup', price: 1, quantity: 0 })).toThrow('quantity must be at least 1');
    expect(cart.items).toHaveLength(2);
  });

  it('lists what is in it in order', () => {
    expect(cart.skus()).toEqual(['mug', 'tea']);
  });
});
`;

const QUEUE_TEST = `const { createQueue } = require('../lib/queue');
const { send } = require('../lib/send');

jest.mock('../lib/send');

describe('queue', () => {
  beforeEach(() => {
    send.mockReset();
    send.mockResolvedValue({ ok: true });
  });

  test('sends every message once', async () => {
    const queue = createQueue({ attempts: 3 });
    await queue.push({ to: 'alice@example.com', subject: 'hello' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith({ to: 'alice@example.com', subject: 'hello' });
  });

  test('gives up after three attempts', async () => {
    send.mockRejectedValue(new Error('refused'));
    const queue = createQueue({ attempts: 3 });
    await expect(queue.push({ to: 'bob@example.com' })).rejects.toThrow('gave up after 3 attempts: refused');
    expect(send).toHaveBeenCalledTimes(3);
  });

  test('keeps the order', async () => {
    const queue = createQueue({ attempts: 1 });
    await Promise.all([queue.push({ to: 'a' }), queue.push({ to: 'b' })]);
    expect(send.mock.calls.map(([message]) => message.to)).toEqual(['a', 'b']);
  });
});
`;

const QUEUE = `const { send } = require('./send');

/** Messages are sent one after the other. */
function createQueue({ attempts }) {
  let last = Promise.resolve();
  const deliver = async (message) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(message);
      } catch (error) {
        if (attempt === attempts) throw new Error('gave up after ' + attempts + ' attempts: ' + error.message);
      }
    }
  };
  return {
    push(message) {
      last = last.then(() => deliver(message));
      return last;
    },
  };
}

module.exports = { createQueue };
`;

const DURATION_TEST = `import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../src/duration.js';

describe('durations', () => {
  test.each([
    ['90s', 90],
    ['2m', 120],
    ['1h30m', 5400],
    ['1d', 86400],
    ['0s', 0],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  test('refuses what has no unit', () => {
    expect(() => parseDuration('90')).toThrow(SyntaxError);
  });

  test('formats the largest units first', () => {
    expect(formatDuration(93784)).toBe('1d2h3m4s');
  });

  test('average is close to the mean', () => {
    expect(parseDuration('1m') / 7).toBeCloseTo(8.571429, 6);
  });
});
`;

const DURATION = `const SECONDS = { d: 86400, h: 3600, m: 60, s: 1 };

export function parseDuration(text) {
  const parts = [...text.matchAll(/(\\d+)([dhms])/g)];
  if (parts.length === 0) throw new SyntaxError('no unit: ' + text);
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit], 0);
}

export function formatDuration(seconds) {
  let rest = seconds;
  return Object.entries(SECONDS)
    .map(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? '' : count + unit;
    })
    .join('');
}
`;

const BADGE_TEST = `import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Badge } from './Badge';

describe('<Badge>', () => {
  it('shows the count', () => {
    render(<Badge count={3} label="messages" />);
    expect(screen.getByRole('status')).toHaveTextContent('3 messages');
  });

  it('calls onClear with the label', async () => {
    const onClear = jest.fn();
    render(<Badge count={3} label="messages" onClear={onClear} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledWith('messages');
    expect(screen.getByRole('status')).toHaveTextContent('0 messages');
  });

  it('is as kept', () => {
    const { container } = render(<Badge count={120} label="messages" />);
    expect(container.firstChild).toMatchSnapshot();
  });
});
`;

const BADGE_SNAPSHOT = `// Jest Snapshot v1, https://goo.gl/fbAQLP

exports[\`<Badge> is as kept 1\`] = \`
<span
  class="badge badge-many"
  role="status"
>
  99+ messages
</span>
\`;
`;

const BADGE = `export function Badge({ count, label, onClear }) {
  const shown = count > 99 ? '99+' : String(count);
  return (
    <span className={count > 99 ? 'badge badge-many' : 'badge'} role="status">
      {shown} {label}
      {onClear && <button onClick={() => onClear(label)}>Clear</button>}
    </span>
  );
}
`;

const NODE_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer } from '../server.js';
import { expectProblem } from './problem.js';

test('answers with the list of notes', async () => {
  const server = await createServer({ notes: [{ id: 1, text: 'milk' }] });
  const response = await server.inject('/notes');
  assert.equal(response.status, 200);
  assert.deepEqual(response.json(), [{ id: 1, text: 'milk' }]);
});

test('an unknown note is a problem', async () => {
  const server = await createServer({ notes: [] });
  expectProblem(await server.inject('/notes/7'), 404, 'no note 7');
});

test('refuses a note without a text', async () => {
  const server = await createServer({ notes: [] });
  await assert.rejects(server.add({ id: 2 }), { name: 'ValidationError', message: 'text is missing' });
});
`;

const PROBLEM = `import assert from 'node:assert/strict';

/** Asserts that a response is a problem as RFC 9457 has it. */
export function expectProblem(response, status, title) {
  assert.equal(response.status, status);
  assert.equal(response.headers['content-type'], 'application/problem+json');
  assert.equal(response.json().title, title);
}
`;

const TAMPERED: readonly TamperingExample[] = [
  {
    name: 'a failing test is deleted and a neighbour renamed',
    expected: ['test-deleted'],
    files: altered(
      'src/cart.test.ts',
      CART_TEST,
      [
        "  it('charges shipping below the limit', () => {\n    expect(cart.shipping()).toBe(4.9);\n  });\n\n",
        '',
      ],
      ["it('sums price times quantity'", "it('computes the total'"],
    ),
  },
  {
    name: 'it.skip on the failing test',
    expected: ['test-skipped'],
    files: altered('src/cart.test.ts', CART_TEST, [
      "it('ships for free",
      "it.skip('ships for free",
    ]),
  },
  {
    name: 'xdescribe on the whole suite',
    expected: ['test-skipped'],
    files: altered('test/queue.test.js', QUEUE_TEST, ["describe('queue'", "xdescribe('queue'"]),
  },
  {
    name: 'a test became a todo',
    expected: ['test-skipped', 'test-deleted', 'assertion-removed'],
    files: altered('test/duration.test.js', DURATION_TEST, [
      "  test('formats the largest units first', () => {\n    expect(formatDuration(93784)).toBe('1d2h3m4s');\n  });",
      "  test.todo('formats the largest units first');",
    ]),
  },
  {
    name: 'node test skipped with an option',
    expected: ['test-skipped'],
    files: altered('test/notes.test.js', NODE_TEST, [
      "test('an unknown note is a problem', async",
      "test('an unknown note is a problem', { skip: true }, async",
    ]),
  },
  {
    name: 'only the passing test runs',
    expected: ['test-focused'],
    files: altered('src/cart.test.ts', CART_TEST, ["it('sums price", "it.only('sums price"]),
  },
  {
    name: 'fit in a jest file',
    expected: ['test-focused'],
    files: altered('src/Badge.test.jsx', BADGE_TEST, [
      "it('shows the count'",
      "fit('shows the count'",
    ]),
  },
  {
    name: 'a test commented out as a block',
    expected: ['test-commented-out'],
    files: altered('src/cart.test.ts', CART_TEST, [
      "  it('lists what is in it in order', () => {\n    expect(cart.skus()).toEqual(['mug', 'tea']);\n  });",
      "  /* it('lists what is in it in order', () => {\n    expect(cart.skus()).toEqual(['mug', 'tea']);\n  }); */",
    ]),
  },
  {
    name: 'an assertion commented out with a todo',
    expected: ['assertion-removed', 'test-commented-out'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      '    expect(send).toHaveBeenCalledTimes(3);',
      '    // TODO: flaky, see later\n    // expect(send).toHaveBeenCalledTimes(3);',
    ]),
  },
  {
    name: 'runIf an environment variable',
    expected: ['test-conditional'],
    files: altered('test/duration.test.js', DURATION_TEST, [
      "test('formats the largest",
      "test.runIf(process.env.FULL)('formats the largest",
    ]),
  },
  {
    name: 'the test is chosen by a constant of the environment',
    expected: ['test-conditional', 'test-skipped'],
    files: altered(
      'src/cart.test.ts',
      CART_TEST,
      [
        "describe('Cart', () => {\n",
        "const maybe = process.env.CI ? it.skip : it;\n\ndescribe('Cart', () => {\n",
      ],
      ["  it('ships for free", "  maybe('ships for free"],
    ),
  },
  {
    name: 'it.fails on a broken test',
    expected: ['test-expected-to-fail'],
    files: altered('src/cart.test.ts', CART_TEST, [
      "it('charges shipping",
      "it.fails('charges shipping",
    ]),
  },
  {
    name: 'the test file loses its .test',
    expected: ['test-not-collected'],
    ...moved('src/cart.test.ts', 'src/cart.cases.ts', CART_TEST),
  },
  {
    name: 'the test is wrapped in a function that nobody calls',
    expected: ['test-not-collected', 'test-deleted', 'test-conditional', 'assertion-unreachable'],
    files: altered('test/duration.test.js', DURATION_TEST, [
      "  test('formats the largest units first', () => {\n    expect(formatDuration(93784)).toBe('1d2h3m4s');\n  });",
      "  const formatsLargestFirst = () => {\n    expect(formatDuration(93784)).toBe('1d2h3m4s');\n  };",
    ]),
  },
  {
    name: 'toBe became toBeDefined',
    expected: ['assertion-weakened'],
    files: altered('src/cart.test.ts', CART_TEST, [
      'expect(cart.total()).toBe(42)',
      'expect(cart.total()).toBeDefined()',
    ]),
  },
  {
    name: 'a value became its type',
    expected: ['assertion-weakened'],
    files: altered('src/cart.test.ts', CART_TEST, [
      'expect(cart.total()).toBe(42)',
      "expect(typeof cart.total()).toBe('number')",
    ]),
  },
  {
    name: 'toEqual of a list became containment of one',
    expected: ['assertion-weakened'],
    files: altered('src/cart.test.ts', CART_TEST, ["toEqual(['mug', 'tea'])", "toContain('mug')"]),
  },
  {
    name: 'a list became its length',
    expected: ['assertion-weakened'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      "expect(send.mock.calls.map(([message]) => message.to)).toEqual(['a', 'b'])",
      'expect(send.mock.calls.length).toBe(2)',
    ]),
  },
  {
    name: 'called with became called',
    expected: ['assertion-weakened'],
    files: altered('src/Badge.test.jsx', BADGE_TEST, [
      "toHaveBeenCalledWith('messages')",
      'toHaveBeenCalled()',
    ]),
  },
  {
    name: 'an argument became expect.anything',
    expected: ['assertion-weakened'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      "toHaveBeenCalledWith({ to: 'alice@example.com', subject: 'hello' })",
      'toHaveBeenCalledWith(expect.anything())',
    ]),
  },
  {
    name: 'the message dropped from toThrow',
    expected: ['assertion-weakened'],
    files: altered('src/cart.test.ts', CART_TEST, [
      "toThrow('quantity must be at least 1')",
      'toThrow()',
    ]),
  },
  {
    name: 'the message replaced by a pattern of anything',
    expected: ['assertion-weakened', 'assertion-vacuous'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      "toThrow('gave up after 3 attempts: refused')",
      'toThrow(/.*/)',
    ]),
  },
  {
    name: 'fewer digits in toBeCloseTo',
    expected: ['assertion-weakened'],
    files: altered('test/duration.test.js', DURATION_TEST, [
      'toBeCloseTo(8.571429, 6)',
      'toBeCloseTo(8.571429, 0)',
    ]),
  },
  {
    name: 'strict deep equality became a partial match',
    expected: ['assertion-weakened'],
    files: altered('test/notes.test.js', NODE_TEST, [
      "assert.deepEqual(response.json(), [{ id: 1, text: 'milk' }])",
      'assert.ok(Array.isArray(response.json()))',
    ]),
  },
  {
    name: 'rejects without what it rejects with',
    expected: ['assertion-weakened'],
    files: altered('test/notes.test.js', NODE_TEST, [
      "assert.rejects(server.add({ id: 2 }), { name: 'ValidationError', message: 'text is missing' })",
      'assert.rejects(server.add({ id: 2 }))',
    ]),
  },
  {
    name: 'the test body asserts only true',
    expected: ['assertion-vacuous', 'assertion-removed'],
    files: altered('src/cart.test.ts', CART_TEST, [
      'expect(cart.shipping()).toBe(4.9)',
      'expect(true).toBe(true)',
    ]),
  },
  {
    name: 'length greater than or equal to zero',
    expected: ['assertion-vacuous', 'assertion-weakened'],
    files: altered('src/cart.test.ts', CART_TEST, [
      "expect(cart.skus()).toEqual(['mug', 'tea'])",
      'expect(cart.skus().length).toBeGreaterThanOrEqual(0)',
    ]),
  },
  {
    name: 'expect without a matcher',
    expected: ['assertion-vacuous', 'assertion-removed', 'assertion-weakened'],
    files: altered('test/duration.test.js', DURATION_TEST, [
      "expect(formatDuration(93784)).toBe('1d2h3m4s')",
      "expect(formatDuration(93784) === '1d2h3m4s')",
    ]),
  },
  {
    name: 'try and catch around the assertion',
    expected: ['assertion-swallowed'],
    files: altered('src/cart.test.ts', CART_TEST, [
      '    expect(cart.shipping()).toBe(4.9);',
      '    try {\n      expect(cart.shipping()).toBe(4.9);\n    } catch {\n      // shipping differs by region\n    }',
    ]),
  },
  {
    name: 'catch at the end of the chain of a promise',
    expected: ['assertion-swallowed'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      "rejects.toThrow('gave up after 3 attempts: refused');",
      "rejects.toThrow('gave up after 3 attempts: refused').catch(() => {});",
    ]),
  },
  {
    name: 'an early return where the value differs',
    expected: ['assertion-unreachable'],
    files: altered('src/cart.test.ts', CART_TEST, [
      '    expect(cart.total()).toBe(50);\n',
      '    if (cart.shipping() !== 0) return;\n    expect(cart.total()).toBe(50);\n',
    ]),
  },
  {
    name: 'the assertion moved into a callback that is not called',
    expected: ['assertion-unreachable', 'assertion-removed', 'assertion-not-awaited'],
    files: altered('src/cart.test.ts', CART_TEST, [
      "    expect(cart.skus()).toEqual(['mug', 'tea']);",
      "    const check = () => expect(cart.skus()).toEqual(['mug', 'tea']);\n    void check;",
    ]),
  },
  {
    name: 'an await dropped before rejects',
    expected: ['assertion-not-awaited'],
    files: altered('test/queue.test.js', QUEUE_TEST, [
      '    await expect(queue.push',
      '    expect(queue.push',
    ]),
  },
  {
    name: 'an await dropped before assert.rejects',
    expected: ['assertion-not-awaited'],
    files: altered('test/notes.test.js', NODE_TEST, ['  await assert.rejects', '  assert.rejects']),
  },
  {
    name: 'the expected total is what the code gives now',
    expected: ['expected-value-edited'],
    files: altered('src/cart.test.ts', CART_TEST, [
      'expect(cart.total()).toBe(42)',
      'expect(cart.total()).toBe(41.99)',
    ]),
  },
  {
    name: 'an expected string changed beside a change elsewhere',
    expected: ['expected-value-edited'],
    files: {
      ...altered('test/duration.test.js', DURATION_TEST, ["toBe('1d2h3m4s')", "toBe('26h3m4s')"]),
      ...altered('lib/queue.js', QUEUE, [
        '/** Messages are sent one after the other. */',
        '/** Messages are sent in turn. */',
      ]),
    },
  },
  {
    name: 'an expected number in a table changed',
    expected: ['expected-value-edited'],
    files: altered('test/duration.test.js', DURATION_TEST, ["['1h30m', 5400]", "['1h30m', 3600]"]),
  },
  {
    name: 'snapshot updated without its component',
    expected: ['snapshot-edited'],
    files: {
      'src/__snapshots__/Badge.test.jsx.snap': [
        BADGE_SNAPSHOT,
        edited(BADGE_SNAPSHOT, ['99+ messages', '120 messages']),
      ],
    },
  },
  {
    name: 'snapshot deleted to be written anew',
    expected: ['snapshot-edited'],
    files: { 'src/__snapshots__/Badge.test.jsx.snap': [BADGE_SNAPSHOT, null] },
  },
  {
    name: 'the module under test is mocked',
    expected: ['subject-mocked'],
    files: altered(
      'test/duration.test.js',
      DURATION_TEST,
      [
        "import { describe, expect, test } from 'vitest';",
        "import { describe, expect, test, vi } from 'vitest';",
      ],
      [
        "describe('durations'",
        "vi.mock('../src/duration.js', () => ({\n  parseDuration: vi.fn((text) => ({ '90s': 90, '2m': 120, '1h30m': 5400, '1d': 86400 })[text] ?? 0),\n  formatDuration: vi.fn(() => '1d2h3m4s'),\n}));\n\ndescribe('durations'",
      ],
    ),
  },
  {
    name: 'a spy gives the expected value of the method under test',
    expected: ['subject-mocked'],
    files: altered(
      'src/cart.test.ts',
      CART_TEST,
      [
        'import { beforeEach, describe, expect, it }',
        'import { beforeEach, describe, expect, it, vi }',
      ],
      [
        '    expect(cart.shipping()).toBe(4.9);',
        "    vi.spyOn(cart, 'shipping').mockReturnValue(4.9);\n    expect(cart.shipping()).toBe(4.9);",
      ],
    ),
  },
  {
    name: 'two rows taken out of a table',
    expected: ['cases-removed'],
    files: altered('test/duration.test.js', DURATION_TEST, [
      "    ['1h30m', 5400],\n    ['1d', 86400],\n",
      '',
    ]),
  },
  {
    name: 'a shared assertion hollowed out',
    expected: ['assertion-removed', 'assertion-weakened'],
    files: altered('test/problem.js', PROBLEM, [
      "  assert.equal(response.status, status);\n  assert.equal(response.headers['content-type'], 'application/problem+json');\n  assert.equal(response.json().title, title);\n",
      '  assert.ok(response.status >= 400);\n',
    ]),
  },
  {
    name: 'an assertion lost in the extraction of a helper',
    expected: ['assertion-removed'],
    files: {
      'src/Badge.test.jsx': [
        BADGE_TEST,
        edited(
          BADGE_TEST,
          [
            "describe('<Badge>'",
            'function show(props) {\n  return render(<Badge label="messages" {...props} />);\n}\n\ndescribe(\'<Badge>\'',
          ],
          ['    render(<Badge count={3} label="messages" />);', '    show({ count: 3 });'],
          [
            '    render(<Badge count={3} label="messages" onClear={onClear} />);',
            '    show({ count: 3, onClear });',
          ],
          [
            'const { container } = render(<Badge count={120} label="messages" />);',
            'const { container } = show({ count: 120 });',
          ],
          ["    expect(screen.getByRole('status')).toHaveTextContent('0 messages');\n", ''],
        ),
      ],
    },
  },
  {
    name: 'a test lost in a migration from jest to vitest',
    expected: ['test-deleted'],
    files: {
      'test/queue.test.js': [
        QUEUE_TEST,
        `import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueue } from '../lib/queue.js';
import { send } from '../lib/send.js';

vi.mock('../lib/send.js');

describe('queue', () => {
  beforeEach(() => {
    vi.mocked(send).mockReset().mockResolvedValue({ ok: true });
  });

  test('sends every message once', async () => {
    const queue = createQueue({ attempts: 3 });
    await queue.push({ to: 'alice@example.com', subject: 'hello' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith({ to: 'alice@example.com', subject: 'hello' });
  });

  test('keeps the order', async () => {
    const queue = createQueue({ attempts: 1 });
    await Promise.all([queue.push({ to: 'a' }), queue.push({ to: 'b' })]);
    expect(vi.mocked(send).mock.calls.map(([message]) => message.to)).toEqual(['a', 'b']);
  });
});
`,
      ],
    },
  },
  {
    name: 'a negation turns the assertion round',
    expected: ['expected-value-edited', 'assertion-weakened'],
    files: altered('src/cart.test.ts', CART_TEST, [
      'expect(cart.shipping()).toBe(0)',
      'expect(cart.shipping()).not.toBe(0)',
    ]),
  },
  {
    name: 'a file is moved and two matchers are weaker there',
    expected: ['assertion-weakened'],
    ...moved(
      'src/cart.test.ts',
      'tests/cart.test.ts',
      CART_TEST,
      ["from './cart'", "from '../src/cart'"],
      ["toEqual(['mug', 'tea'])", 'toEqual(expect.any(Array))'],
      ['expect(cart.total()).toBe(42)', 'expect(cart.total()).toBeGreaterThan(0)'],
    ),
  },
  {
    name: 'tests made a table, of which one case is left out',
    expected: ['cases-removed', 'test-deleted'],
    files: {
      'src/plural.test.ts': [
        "import { expect, it } from 'vitest';\nimport { plural } from './plural';\n\nit('keeps the singular for one', () => {\n  expect(plural('box', 1)).toBe('1 box');\n});\n\nit('adds es after x', () => {\n  expect(plural('box', 2)).toBe('2 boxes');\n});\n\nit('has zero in the plural', () => {\n  expect(plural('cat', 0)).toBe('0 cats');\n});\n",
        "import { expect, it } from 'vitest';\nimport { plural } from './plural';\n\nit.each([\n  ['box', 1, '1 box'],\n  ['cat', 0, '0 cats'],\n])('counts %s', (word, count, expected) => {\n  expect(plural(word, count)).toBe(expected);\n});\n",
      ],
    },
  },
  {
    name: 'the whole answer became some of its fields',
    expected: ['assertion-weakened'],
    files: {
      'src/user.test.ts': [
        "import { expect, it } from 'vitest';\nimport { parseUser } from './user';\n\nit('parses a user', () => {\n  expect(parseUser('alice;admin')).toEqual({ name: 'alice', role: 'admin' });\n});\n",
        "import { expect, it } from 'vitest';\nimport { parseUser } from './user';\n\nit('parses a user', () => {\n  expect(parseUser('alice;admin')).toMatchObject({ name: 'alice' });\n});\n",
      ],
    },
  },
  {
    name: 'an expected value changed beside a renaming in the source',
    expected: ['expected-value-edited'],
    files: {
      'src/cart.ts': [CART, CART.replaceAll('skus', 'articles')],
      'src/cart.test.ts': [
        CART_TEST,
        CART_TEST.replaceAll('skus', 'articles').replace('toBe(4.9)', 'toBe(0)'),
      ],
    },
  },
];

const HONEST: readonly TamperingExample[] = [
  {
    name: 'tests reworded and the file moved to a folder of tests',
    expected: [],
    ...moved(
      'src/cart.test.ts',
      'tests/shop/cart.test.ts',
      CART_TEST,
      ["from './cart'", "from '../../src/cart'"],
      ["it('sums price times quantity'", "it('adds up all lines'"],
      ["describe('Cart'", "describe('a cart'"],
    ),
  },
  {
    name: 'one file split into two by function',
    expected: [],
    files: {
      'test/duration.test.js': [DURATION_TEST, null],
      'test/parse-duration.test.js': [
        null,
        `import { expect, test } from 'vitest';
import { parseDuration } from '../src/duration.js';

test.each([
  ['90s', 90],
  ['2m', 120],
  ['1h30m', 5400],
  ['1d', 86400],
  ['0s', 0],
])('%s is %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test('refuses what has no unit', () => {
  expect(() => parseDuration('90')).toThrow(SyntaxError);
});

test('average is close to the mean', () => {
  expect(parseDuration('1m') / 7).toBeCloseTo(8.571429, 6);
});
`,
      ],
      'test/format-duration.test.js': [
        null,
        `import { expect, test } from 'vitest';
import { formatDuration } from '../src/duration.js';

test('formats the largest units first', () => {
  expect(formatDuration(93784)).toBe('1d2h3m4s');
});
`,
      ],
    },
  },
  {
    name: 'three tests made one table',
    expected: [],
    files: {
      'src/plural.test.ts': [
        `import { expect, it } from 'vitest';
import { plural } from './plural';

it('keeps the singular for one', () => {
  expect(plural('box', 1)).toBe('1 box');
});

it('adds es after x', () => {
  expect(plural('box', 2)).toBe('2 boxes');
});

it('has zero in the plural', () => {
  expect(plural('cat', 0)).toBe('0 cats');
});
`,
        `import { expect, it } from 'vitest';
import { plural } from './plural';

it.each([
  { word: 'box', count: 1, expected: '1 box' },
  { word: 'box', count: 2, expected: '2 boxes' },
  { word: 'cat', count: 0, expected: '0 cats' },
])('$count of $word', ({ word, count, expected }) => {
  expect(plural(word, count)).toBe(expected);
});
`,
      ],
    },
  },
  {
    name: 'two tests merged into one',
    expected: [],
    files: {
      'src/cart.test.ts': [
        CART_TEST,
        edited(
          CART_TEST,
          [
            "  it('sums price times quantity', () => {\n    expect(cart.total()).toBe(42);\n  });\n\n",
            '',
          ],
          [
            "  it('charges shipping below the limit', () => {\n",
            "  it('charges shipping below the limit', () => {\n    expect(cart.total()).toBe(42);\n",
          ],
        ),
      ],
    },
  },
  {
    name: 'chai became vitest',
    expected: [],
    files: {
      'test/tags.test.js': [
        `const { expect } = require('chai');
const { tags } = require('../src/tags');

describe('tags', () => {
  it('finds words after a hash', () => {
    expect(tags('see #one and #two')).to.deep.equal(['one', 'two']);
  });

  it('is empty without any', () => {
    expect(tags('nothing')).to.be.empty;
  });

  it('throws on anything but a string', () => {
    expect(() => tags(7)).to.throw(TypeError, 'string expected');
  });

  it('has no limit', () => {
    expect(tags('#a '.repeat(500))).to.have.lengthOf(500);
  });
});
`,
        `import { describe, expect, it } from 'vitest';
import { tags } from '../src/tags.js';

describe('tags', () => {
  it('finds words after a hash', () => {
    expect(tags('see #one and #two')).toEqual(['one', 'two']);
  });

  it('is empty without any', () => {
    expect(tags('nothing')).toHaveLength(0);
  });

  it('throws on anything but a string', () => {
    expect(() => tags(7)).toThrow(TypeError);
    expect(() => tags(7)).toThrow('string expected');
  });

  it('has no limit', () => {
    expect(tags('#a '.repeat(500))).toHaveLength(500);
  });
});
`,
      ],
    },
  },
  {
    name: 'jest became node:test',
    expected: [],
    files: {
      'test/duration.test.js': [
        DURATION_TEST,
        `import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatDuration, parseDuration } from '../src/duration.js';

describe('durations', () => {
  for (const [text, seconds] of [
    ['90s', 90],
    ['2m', 120],
    ['1h30m', 5400],
    ['1d', 86400],
    ['0s', 0],
  ]) {
    test(text + ' is ' + seconds + ' seconds', () => {
      assert.equal(parseDuration(text), seconds);
    });
  }

  test('refuses what has no unit', () => {
    assert.throws(() => parseDuration('90'), SyntaxError);
  });

  test('formats the largest units first', () => {
    assert.equal(formatDuration(93784), '1d2h3m4s');
  });

  test('average is close to the mean', () => {
    assert.ok(Math.abs(parseDuration('1m') / 7 - 8.571429) < 0.0000005);
  });
});
`,
      ],
    },
  },
  {
    name: 'assertions extracted into a helper of the file',
    expected: [],
    files: {
      'test/notes.test.js': [
        `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from './client.js';

test('home is cached', async () => {
  const response = await get('/');
  assert.equal(response.status, 200);
  assert.equal(response.headers['cache-control'], 'max-age=60');
});

test('about is cached', async () => {
  const response = await get('/about');
  assert.equal(response.status, 200);
  assert.equal(response.headers['cache-control'], 'max-age=60');
});
`,
        `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from './client.js';

async function assertCached(path) {
  const response = await get(path);
  assert.equal(response.status, 200);
  assert.equal(response.headers['cache-control'], 'max-age=60');
}

test('home is cached', () => assertCached('/'));

test('about is cached', () => assertCached('/about'));
`,
      ],
    },
  },
  {
    name: 'a helper in another file inlined and deleted',
    expected: [],
    files: {
      'test/problem.js': [PROBLEM, null],
      ...altered(
        'test/notes.test.js',
        NODE_TEST,
        ["import { expectProblem } from './problem.js';\n", ''],
        [
          "  expectProblem(await server.inject('/notes/7'), 404, 'no note 7');",
          "  const response = await server.inject('/notes/7');\n  assert.equal(response.status, 404);\n  assert.equal(response.headers['content-type'], 'application/problem+json');\n  assert.equal(response.json().title, 'no note 7');",
        ],
      ),
    },
  },
  {
    name: 'selectors moved into a page object',
    expected: [],
    files: {
      'e2e/login.spec.ts': [
        `import { expect, test } from '@playwright/test';

test('logs in', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Name').fill('alice');
  await page.getByLabel('Password').fill('secret');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading')).toHaveText('Hello alice');
  await expect(page).toHaveURL('/home');
});
`,
        `import { expect, test } from '@playwright/test';
import { LoginPage } from './pages/login-page';

test('logs in', async ({ page }) => {
  const login = new LoginPage(page);
  await login.open();
  await login.logIn('alice', 'secret');
  await expect(login.heading).toHaveText('Hello alice');
  await expect(page).toHaveURL('/home');
});
`,
      ],
      'e2e/pages/login-page.ts': [
        null,
        `import type { Locator, Page } from '@playwright/test';

export class LoginPage {
  readonly page: Page;
  readonly heading: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading');
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
  }

  async logIn(name: string, password: string): Promise<void> {
    await this.page.getByLabel('Name').fill(name);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Log in' }).click();
  }
}
`,
      ],
    },
  },
  {
    name: 'a variable extracted from an assertion',
    expected: [],
    files: altered('src/cart.test.ts', CART_TEST, [
      "    expect(cart.skus()).toEqual(['mug', 'tea']);",
      "    const expected = ['mug', 'tea'];\n    const skus = cart.skus();\n    expect(skus).toEqual(expected);",
    ]),
  },
  {
    name: 'a method and its tests deleted',
    expected: [],
    files: {
      ...altered('src/cart.ts', CART, [
        '\n  skus(): string[] {\n    return this.items.map(({ sku }) => sku);\n  }\n',
        '',
      ]),
      ...altered('src/cart.test.ts', CART_TEST, [
        "\n  it('lists what is in it in order', () => {\n    expect(cart.skus()).toEqual(['mug', 'tea']);\n  });\n",
        '',
      ]),
    },
  },
  {
    name: 'a component deleted with its test and snapshot',
    expected: [],
    files: {
      'src/Badge.jsx': [BADGE, null],
      'src/Badge.test.jsx': [BADGE_TEST, null],
      'src/__snapshots__/Badge.test.jsx.snap': [BADGE_SNAPSHOT, null],
    },
  },
  {
    name: 'a function renamed where it is and where it is tested',
    expected: [],
    files: {
      'src/duration.js': [DURATION, DURATION.replaceAll('formatDuration', 'writeDuration')],
      'test/duration.test.js': [
        DURATION_TEST,
        DURATION_TEST.replaceAll('formatDuration', 'writeDuration'),
      ],
    },
  },
  {
    name: 'a function takes an object now',
    expected: [],
    files: {
      ...altered('src/cart.ts', CART, [
        '  add(item: Item): void {',
        '  add({ item }: { readonly item: Item }): void {',
      ]),
      'src/cart.test.ts': [
        CART_TEST,
        CART_TEST.replace(/cart\.add\((\{[^}]*\})\)/g, 'cart.add({ item: $1 })'),
      ],
    },
  },
  {
    name: 'the price of shipping changes in source and test',
    expected: [],
    files: {
      ...altered('src/cart.ts', CART, ['? 0 : 4.9', '? 0 : 5.5']),
      ...altered('src/cart.test.ts', CART_TEST, ['toBe(4.9)', 'toBe(5.5)']),
    },
  },
  {
    name: 'a message is reworded in source and test',
    expected: [],
    files: {
      ...altered('lib/queue.js', QUEUE, [
        "'gave up after ' + attempts + ' attempts: '",
        "'not sent after ' + attempts + ' attempts: '",
      ]),
      ...altered('test/queue.test.js', QUEUE_TEST, [
        "'gave up after 3 attempts: refused'",
        "'not sent after 3 attempts: refused'",
      ]),
    },
  },
  {
    name: 'snapshot updated with its component',
    expected: [],
    files: {
      ...altered('src/Badge.jsx', BADGE, ["'99+'", "'> 99'"]),
      'src/__snapshots__/Badge.test.jsx.snap': [
        BADGE_SNAPSHOT,
        edited(BADGE_SNAPSHOT, ['99+ messages', '&gt; 99 messages']),
      ],
    },
  },
  {
    name: 'formatted without semicolons and with double quotes',
    expected: [],
    files: {
      'src/cart.test.ts': [
        CART_TEST,
        CART_TEST.replaceAll(';\n', '\n').replaceAll("'", '"').replaceAll('  ', '    '),
      ],
    },
  },
  {
    name: 'toBeTruthy became toEqual',
    expected: [],
    files: {
      'src/flags.test.ts': [
        "import { expect, it } from 'vitest';\nimport { flags } from './flags';\n\nit('reads flags', () => {\n  expect(flags('a,b')).toBeTruthy();\n  expect(flags('')).toBeDefined();\n});\n",
        "import { expect, it } from 'vitest';\nimport { flags } from './flags';\n\nit('reads flags', () => {\n  expect(flags('a,b')).toEqual(['a', 'b']);\n  expect(flags('')).toEqual([]);\n});\n",
      ],
    },
  },
  {
    name: 'an only that was left behind is taken away',
    expected: [],
    files: {
      'src/cart.test.ts': [edited(CART_TEST, ["it('refuses", "it.only('refuses"]), CART_TEST],
    },
  },
  {
    name: 'new tests and a todo beside the old ones',
    expected: [],
    files: altered('src/cart.test.ts', CART_TEST, [
      "  it('lists what",
      "  it('is empty at first', () => {\n    expect(new Cart().total()).toBe(0);\n  });\n\n  it.todo('merges lines of the same article');\n\n  it('lists what",
    ]),
  },
  {
    name: 'a sleep replaced by waitFor',
    expected: [],
    files: {
      'src/Search.test.jsx': [
        `import { render, screen } from '@testing-library/react';
import { Search } from './Search';

it('shows what was found', async () => {
  render(<Search query="tea" />);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});
`,
        `import { render, screen, waitFor } from '@testing-library/react';
import { Search } from './Search';

it('shows what was found', async () => {
  render(<Search query="tea" />);
  await waitFor(() => {
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });
});
`,
      ],
    },
  },
  {
    name: 'a new test file skips a platform',
    expected: [],
    files: {
      'test/socket.test.js': [
        null,
        `import { describe, expect, it } from 'vitest';
import { listen } from '../src/socket.js';

describe.skipIf(process.platform === 'win32')('unix sockets', () => {
  it('removes the file of an earlier run', async () => {
    const server = await listen('/tmp/app.sock');
    expect(server.address).toBe('/tmp/app.sock');
  });
});
`,
      ],
      'src/socket.js': [
        null,
        "import { createServer } from 'node:net';\n\nexport const listen = async (address) => ({ address, server: createServer() });\n",
      ],
    },
  },
  {
    name: 'a doubled test removed',
    expected: [],
    files: {
      'src/cart.test.ts': [
        edited(CART_TEST, [
          "  it('charges shipping",
          "  it('has the right total', () => {\n    expect(cart.total()).toBe(42);\n  });\n\n  it('charges shipping",
        ]),
        CART_TEST,
      ],
    },
  },
  {
    name: 'a maker of test data that nothing uses removed',
    expected: [],
    files: {
      'src/cart.test.ts': [
        edited(CART_TEST, [
          "describe('Cart'",
          "function manyItems(count: number) {\n  return Array.from({ length: count }, (_, index) => ({ sku: String(index), price: 1, quantity: 1 }));\n}\n\ndescribe('Cart'",
        ]),
        CART_TEST,
      ],
    },
  },
  {
    name: 'imports sorted and comments changed',
    expected: [],
    files: altered(
      'src/Badge.test.jsx',
      BADGE_TEST,
      [
        "import { render, screen } from '@testing-library/react';\nimport userEvent from '@testing-library/user-event';\nimport { Badge } from './Badge';\n",
        "import { Badge } from './Badge';\nimport userEvent from '@testing-library/user-event';\nimport { render, screen } from '@testing-library/react';\n",
      ],
      ["  it('is as kept'", "  // more than 99 would break the layout\n  it('is as kept'"],
    ),
  },
  {
    name: 'expected values written in another way',
    expected: [],
    files: altered(
      'test/duration.test.js',
      DURATION_TEST,
      ["['1d', 86400]", "['1d', 86_400]"],
      ["toBe('1d2h3m4s')", "toBe('1d' + '2h3m4s')"],
    ),
  },
  {
    name: 'fetch is mocked, which is not the subject',
    expected: [],
    files: {
      'src/rates.test.ts': [
        "import { expect, it } from 'vitest';\nimport { rate } from './rates';\n\nit('reads the rate', async () => {\n  expect(await rate('EUR')).toBe(1);\n});\n",
        "import { expect, it, vi } from 'vitest';\nimport { rate } from './rates';\n\nit('reads the rate', async () => {\n  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ EUR: 1 }));\n  expect(await rate('EUR')).toBe(1);\n  expect(fetch).toHaveBeenCalledWith('https://rates.example/latest');\n});\n",
      ],
    },
  },
  {
    name: 'done callback became async and await',
    expected: [],
    files: {
      'test/read.test.js': [
        "const { read } = require('../lib/read');\n\ntest('reads the file', (done) => {\n  read('a.txt').then((text) => {\n    expect(text).toBe('hello');\n    done();\n  });\n});\n",
        "const { read } = require('../lib/read');\n\ntest('reads the file', async () => {\n  const text = await read('a.txt');\n  expect(text).toBe('hello');\n});\n",
      ],
    },
  },
  {
    name: 'assertions on fields became one on the whole',
    expected: [],
    files: {
      'src/user.test.ts': [
        "import { expect, it } from 'vitest';\nimport { parseUser } from './user';\n\nit('parses a user', () => {\n  const user = parseUser('alice;admin');\n  expect(user.name).toBe('alice');\n  expect(user.role).toBe('admin');\n});\n",
        "import { expect, it } from 'vitest';\nimport { parseUser } from './user';\n\nit('parses a user', () => {\n  const user = parseUser('alice;admin');\n  expect(user).toStrictEqual({ name: 'alice', role: 'admin' });\n});\n",
      ],
    },
  },
  {
    name: 'a JavaScript test became TypeScript',
    expected: [],
    ...moved('test/duration.test.js', 'test/duration.test.ts', DURATION_TEST, [
      '(text, seconds) =>',
      '(text: string, seconds: number): void =>',
    ]),
  },
  {
    name: 'it became test and the describe is gone',
    expected: [],
    files: {
      'src/clamp.test.ts': [
        "import { describe, expect, it } from 'vitest';\nimport { clamp } from './clamp';\n\ndescribe('clamp', () => {\n  it('keeps what is between', () => {\n    expect(clamp(5, 0, 9)).toBe(5);\n  });\n\n  it('stops at the upper end', () => {\n    expect(clamp(12, 0, 9)).toBe(9);\n  });\n});\n",
        "import { expect, test } from 'vitest';\nimport { clamp } from './clamp';\n\ntest('clamp keeps what is between', () => {\n  expect(clamp(5, 0, 9)).toBe(5);\n});\n\ntest('clamp stops at the upper end', () => {\n  expect(clamp(12, 0, 9)).toBe(9);\n});\n",
      ],
    },
  },
  {
    name: 'the calls of a mock looked at in one assertion',
    expected: [],
    files: {
      'test/log.test.js': [
        "const { log } = require('../lib/log');\n\ntest('logs with a level', () => {\n  const write = jest.fn();\n  log(write, 'warn', 'disk full');\n  expect(write).toHaveBeenCalled();\n  expect(write.mock.calls[0][0]).toBe('warn');\n  expect(write.mock.calls[0][1]).toBe('disk full');\n});\n",
        "const { log } = require('../lib/log');\n\ntest('logs with a level', () => {\n  const write = jest.fn();\n  log(write, 'warn', 'disk full');\n  expect(write.mock.calls).toEqual([['warn', 'disk full']]);\n});\n",
      ],
    },
  },
  {
    name: 'length and elements became the whole list',
    expected: [],
    files: {
      'src/split.test.ts': [
        "import { expect, it } from 'vitest';\nimport { split } from './split';\n\nit('splits', () => {\n  const parts = split('a,b');\n  expect(parts.length).toBe(2);\n  expect(parts[0]).toBe('a');\n  expect(parts[1]).toBe('b');\n});\n",
        "import { expect, it } from 'vitest';\nimport { split } from './split';\n\nit('splits', () => {\n  expect(split('a,b')).toEqual(['a', 'b']);\n});\n",
      ],
    },
  },
  {
    name: 'try and catch with fail became rejects',
    expected: [],
    files: {
      'src/load.test.ts': [
        "import { expect, it } from 'vitest';\nimport { load } from './load';\n\nit('names the missing file', async () => {\n  expect.assertions(1);\n  try {\n    await load('none.json');\n  } catch (error) {\n    expect(String(error)).toContain('none.json');\n  }\n});\n",
        "import { expect, it } from 'vitest';\nimport { load } from './load';\n\nit('names the missing file', async () => {\n  await expect(load('none.json')).rejects.toThrow('none.json');\n});\n",
      ],
    },
  },
  {
    name: 'a kept snapshot became one in line',
    expected: [],
    files: {
      'src/__snapshots__/tree.test.ts.snap': [
        '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`draws a tree 1`] = `"a > b > c"`;\n',
        null,
      ],
      'src/tree.test.ts': [
        "import { expect, it } from 'vitest';\nimport { draw } from './tree';\n\nit('draws a tree', () => {\n  expect(draw(['a', 'b', 'c'])).toMatchSnapshot();\n});\n",
        "import { expect, it } from 'vitest';\nimport { draw } from './tree';\n\nit('draws a tree', () => {\n  expect(draw(['a', 'b', 'c'])).toMatchInlineSnapshot('\"a > b > c\"');\n});\n",
      ],
    },
  },
  {
    name: 'a test moved between two files that both stay',
    expected: [],
    files: {
      ...altered('src/cart.test.ts', CART_TEST, [
        "  it('charges shipping below the limit', () => {\n    expect(cart.shipping()).toBe(4.9);\n  });\n\n",
        '',
      ]),
      'src/shipping.test.ts': [
        "import { expect, it } from 'vitest';\nimport { zones } from './zones';\n\nit('knows the zones', () => {\n  expect(zones()).toEqual(['inland', 'abroad']);\n});\n",
        "import { expect, it } from 'vitest';\nimport { Cart } from './cart';\nimport { zones } from './zones';\n\nit('knows the zones', () => {\n  expect(zones()).toEqual(['inland', 'abroad']);\n});\n\nit('charges shipping below the limit', () => {\n  const cart = new Cart();\n  cart.add({ sku: 'mug', price: 12.5, quantity: 2 });\n  expect(cart.shipping()).toBe(4.9);\n});\n",
      ],
    },
  },
  {
    name: 'the clock is set, which is not the subject',
    expected: [],
    files: {
      'src/greeting.test.ts': [
        "import { expect, it } from 'vitest';\nimport { greeting } from './greeting';\n\nit('greets', () => {\n  expect(greeting()).toMatch(/^Good (morning|evening)$/);\n});\n",
        "import { afterEach, beforeEach, expect, it, vi } from 'vitest';\nimport { greeting } from './greeting';\n\nbeforeEach(() => {\n  vi.useFakeTimers({ now: new Date('2026-01-01T07:00:00Z') });\n});\n\nafterEach(() => {\n  vi.useRealTimers();\n});\n\nit('greets', () => {\n  expect(greeting()).toBe('Good morning');\n});\n",
      ],
    },
  },
  {
    name: 'cases of a table moved into a file of data',
    expected: [],
    files: {
      'test/durations.json': [
        null,
        '[["90s", 90], ["2m", 120], ["1h30m", 5400], ["1d", 86400], ["0s", 0]]\n',
      ],
      ...altered(
        'test/duration.test.js',
        DURATION_TEST,
        [
          "from '../src/duration.js';\n",
          "from '../src/duration.js';\nimport cases from './durations.json' with { type: 'json' };\n",
        ],
        [
          "test.each([\n    ['90s', 90],\n    ['2m', 120],\n    ['1h30m', 5400],\n    ['1d', 86400],\n    ['0s', 0],\n  ])",
          'test.each(cases)',
        ],
      ),
    },
  },
  {
    name: 'enzyme became testing-library',
    expected: [],
    files: {
      'src/Toggle.test.jsx': [
        "import { mount } from 'enzyme';\nimport { Toggle } from './Toggle';\n\ndescribe('Toggle', () => {\n  it('is off at first', () => {\n    const wrapper = mount(<Toggle />);\n    expect(wrapper.find('button').text()).toBe('off');\n  });\n\n  it('is on after a click', () => {\n    const wrapper = mount(<Toggle />);\n    wrapper.find('button').simulate('click');\n    expect(wrapper.find('button').text()).toBe('on');\n  });\n});\n",
        "import { render, screen } from '@testing-library/react';\nimport userEvent from '@testing-library/user-event';\nimport { Toggle } from './Toggle';\n\ndescribe('Toggle', () => {\n  it('is off at first', () => {\n    render(<Toggle />);\n    expect(screen.getByRole('button')).toHaveTextContent(/^off$/);\n  });\n\n  it('is on after a click', async () => {\n    render(<Toggle />);\n    await userEvent.click(screen.getByRole('button'));\n    expect(screen.getByRole('button')).toHaveTextContent(/^on$/);\n  });\n});\n",
      ],
    },
  },
];

/** Changes of JavaScript and TypeScript tests that were written without a look at what finds tampering. */
export const UNSEEN_JAVASCRIPT: readonly TamperingExample[] = [...TAMPERED, ...HONEST];
