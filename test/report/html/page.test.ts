import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlFormat } from '../../../src/report/html/html-format.ts';
import {
  accountOf,
  MEANS,
  promiseFullOf,
  reportOf,
  surroundingsFullOf,
  writtenAs,
} from '../../rig/values/report-values.ts';
import { installedBrowser, startBrowser } from '../../rig/worlds/browser.ts';
import { removeScratch } from '../../rig/worlds/removal.ts';

const HOSTILE = [
  '<script>document.title = "ran"</script>',
  '</style><script>document.title = "ran"</script>',
  '"><img src="https://example.test/x.png" onerror="document.title = 1">',
  '<a href="javascript:document.title = 1">click</a>',
  '\u202egnp.exe\u2066 \u200bhidden',
  "'; background: url(https://example.test/x.png)",
  `${'a-very-long-word-without-a-blank'.repeat(3200)}`,
];

const sha256Base64 = (text: string): string => createHash('sha256').update(text).digest('base64');

const hostileAccounts = HOSTILE.map((text, index) =>
  accountOf(promiseFullOf(text, `promise-0000000${index}`), surroundingsFullOf(text)),
);
const hostilePage = writtenAs(htmlFormat, reportOf(hostileAccounts), { ...MEANS, sha256Base64 });
const largePage = writtenAs(
  htmlFormat,
  reportOf(Array.from({ length: 500 }, (_, index) => accountOf(promiseFullOf(`Promise ${index}`)))),
  { ...MEANS, sha256Base64 },
);

describe('the page of a report', () => {
  it.each(HOSTILE.slice(0, 4))('holds %s as text', (text) => {
    const markup = hostilePage.slice(hostilePage.indexOf('</head>'));
    expect(markup).not.toContain(text);
    expect(markup).not.toMatch(/<(?:script|img|iframe|object|link|form)\b/i);
  });

  it('writes out what a reader would not see', () => {
    expect(hostilePage).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
    expect(hostilePage).toContain('\\u{202e}gnp.exe');
  });

  it('lets in nothing but its own style', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(hostilePage) ?? [];
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(hostilePage) ?? [];
    expect(policy.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('has no attribute by which something runs, loads or has a style', () => {
    expect(hostilePage).not.toMatch(/<[^>]+\s(?:on\w+|style|src|srcset|action)=/i);
    const links = [...hostilePage.matchAll(/\shref="([^"]*)"/g)].map(([, target]) => target);
    expect(links.filter((target) => !/^#p\d+$/.test(target ?? ''))).toEqual([]);
  });

  it('says how the promises stand before anything else', () => {
    const { textContent } = { textContent: hostilePage.replace(/<[^>]+>/g, ' ') };
    expect(textContent).toContain('None of 7 promises is verified');
  });
});

const executable = installedBrowser();
if (executable === undefined) {
  process.stderr.write(
    'No Chromium is installed: the page of reports is not opened in a browser.\n',
  );
}

describe.skipIf(executable === undefined)('the page of a report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'completion-promise-page-'));
  const pages = { hostile: hostilePage, large: largePage };
  let browser: Browser;
  beforeAll(async () => {
    for (const [name, text] of Object.entries(pages)) {
      writeFileSync(join(folder, `${name}.html`), text);
    }
    browser = await startBrowser(executable ?? '');
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    removeScratch(folder);
  });

  /** Opens a page, and gives what it said and asked for. */
  async function opened(
    name: keyof typeof pages,
    width: number,
    look: (page: Page) => Promise<void>,
    options: { javaScriptEnabled?: boolean; colorScheme?: 'light' | 'dark' } = {},
  ) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, ...options });
    const page = await context.newPage();
    const [said, asked]: [string[], string[]] = [[], []];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('dialog', (dialog) => said.push(dialog.message()));
    // A request that the page's policy forbids is told of, too, and never leaves.
    context.on('requestfinished', (request) => asked.push(request.url()));
    context.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'csp') asked.push(request.url());
    });
    await page.goto(`file://${join(folder, `${name}.html`)}`);
    await look(page);
    await context.close();
    return { said, asked: asked.filter((url) => !url.startsWith('file:')) };
  }

  const everything = async (page: Page): Promise<void> => {
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
  };

  it.each([360, 768, 1440])(
    'shows hostile texts %i pixels wide: nothing runs, loads or overflows',
    async (width) => {
      const seen = await opened('hostile', width, async (page) => {
        await everything(page);
        expect(await page.title()).toBe('Completion report: shop');
        // How far it reaches beyond the screen, and how many scripts and pictures it has.
        const beyond =
          'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(beyond)).toBe(0);
        expect(await page.evaluate('document.scripts.length + document.images.length')).toBe(0);
      });
      expect(seen).toEqual({ said: [], asked: [] });
    },
    120_000,
  );

  it('keeps a script out that would have come through', async () => {
    const { asked } = await opened('hostile', 768, async (page) => {
      await page.evaluate(`new Promise((resolve) => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "ran"';
        const image = document.createElement('img');
        image.onerror = image.onload = resolve;
        image.src = 'https://example.test/x.png';
        document.body.append(script, image);
      })`);
      expect(await page.title()).toBe('Completion report: shop');
    });
    expect(asked).toEqual([]);
  }, 60_000);

  it('shows 500 promises, and chooses and unfolds them without a script', async () => {
    const seen = await opened(
      'large',
      1440,
      async (page) => {
        expect(await page.locator('.promise').count()).toBe(500);
        await page.locator('label[for=show-verified]').click();
        expect(await page.locator('.promise').first().isVisible()).toBe(false);
        await page.locator('label[for=show-not]').click();
        await page.locator('.promise summary').first().click();
        expect(await page.locator('.promise .body').first().isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
    expect(seen).toEqual({ said: [], asked: [] });
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'has words that can be read in the %s',
    async (colorScheme) => {
      await opened(
        'hostile',
        768,
        async (page) => {
          const colours = await page.evaluate(
            '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color].join(" and ")',
          );
          const [background = 0, ink = 0] = String(colours)
            .split(' and ')
            .map((colour) =>
              (colour.match(/\d+/g) ?? []).reduce((sum, part) => sum + Number(part), 0),
            );
          expect(Math.abs(background - ink)).toBeGreaterThan(400);
          expect(background > ink).toBe(colorScheme === 'light');
        },
        { colorScheme },
      );
    },
    60_000,
  );
});
