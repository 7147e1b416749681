// axe-core finds nothing against the pages of the panel: every tab of every kind of run, forms, comparisons and reproductions, in all themes.
import assert from 'node:assert/strict';
import { packedComparison } from '../../scripts/comparisons.mjs';
import { inspection } from '../../scripts/inspections.mjs';
import { answerAsked, layoutFaults, startPanel, THEMES } from '../../scripts/panelPage.mjs';
import { packedReproduction, packedRun, settingsFormOf } from '../../scripts/panelRuns.mjs';
import { axeFaults } from './axe.mjs';
import { test } from './window.mjs';

// A fault is a sentence that says where it is.
test.use({ trace: 'off', screenshot: 'off' });
test.describe.configure({ mode: 'parallel' });

/** Runs of a line have parts in common, which are looked at once. */
const RUNS = [
  ['example', 'example:race', 'example:huber', 'example:racing', 'example:targets'],
  ['example:three-zone'],
  ['example:classes'],
  ['example:classes2'],
  ['robust:huber'],
  ['robust:quantile'],
  ['components:nystrom'],
];

/** The header of a run and what is below it. */
const PARTS = '.run > header, .run > main';
const partsOf = (page) => page.locator(PARTS).evaluateAll((parts) => parts.map(({ outerHTML }) => outerHTML));

/**
 * Everything in the first theme, colours in the others.
 * @param {import('./window.mjs').Panel} panel
 * @param {string} where
 * @param {string} [within] what has the colours that are looked at, if not the whole page
 */
async function faultsInThemes({ page, retheme }, where, within) {
  const faults = [];
  // Colours on their way from one theme to the next are none that anybody reads by.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of Object.keys(THEMES)) {
    await retheme(theme);
    // The toolkit's buttons take their colours a frame later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const contrast = theme !== Object.keys(THEMES)[0];
    const found = await axeFaults(page, { contrast, ...(contrast && { within }) });
    faults.push(...found.map((fault) => `${where}, ${theme}: ${fault}`));
  }
  await page.emulateMedia({ reducedMotion: null });
  return faults;
}

for (const names of RUNS)
  test(`every tab of ${names.join(', ')}`, async ({ panel }) => {
    const faults = [];
    const seen = new Set();
    for (const name of names) {
      const { bytes, tabs } = await packedRun(name);
      await panel.open(bytes, { width: 1082 });
      for (const tab of tabs) {
        await panel.show({ tab });
        const parts = await partsOf(panel.page);
        assert.equal(parts.length, 2);
        const places = PARTS.split(', ').filter((_, i) => !seen.has(parts[i]));
        for (const part of parts) seen.add(part);
        // The same markup has the same colours.
        if (places.length > 0) faults.push(...(await faultsInThemes(panel, `${name}, ${tab}`, places.join(', '))));
      }
    }
    assert.deepEqual(faults, []);
  });

for (const name of ['example:race', 'example:classes2', 'robust:huber'])
  test(`the sliders and folds of ${name}, open`, async ({ panel }) => {
    const { bytes } = await packedRun(name);
    const faults = [];
    for (const width of [420, 1082]) {
      await panel.open(bytes, { width });
      await panel.page.getByRole('button', { name: 'Tune' }).click();
      for (const fold of await panel.page.locator('.overview summary:visible').all()) await fold.click();
      assert.ok((await panel.page.locator('.overview details[open]').count()) > 0);
      faults.push(...(await layoutFaults(panel.page)), ...(await faultsInThemes(panel, `open, ${width}`)));
    }
    assert.deepEqual(faults, []);
  });

test('rows and columns once they have been asked for', async ({ panel }) => {
  const { bytes, answer } = await packedRun(
    'fit:samples/fan-noise.csv:sound_level_db:krr:kernel=gaussian:lengthScale=2',
  );
  const faults = [];
  for (const tab of ['rows', 'columns']) {
    await panel.open(bytes, { width: 1082, view: { tab } });
    await answerAsked(panel, answer);
    faults.push(...(await faultsInThemes(panel, tab)));
  }
  assert.deepEqual(faults, []);
});

test('a form', async ({ panel }) => {
  await panel.ask(await settingsFormOf('krr', 'samples/fan-noise.csv'), { width: 1082 });
  assert.deepEqual(await faultsInThemes(panel, 'form'), []);
});

test('a reproduction', async ({ panel }) => {
  await panel.reproduce(await packedReproduction(), { width: 1082 });
  assert.deepEqual(await faultsInThemes(panel, 'reproduction'), []);
});

/** A page with another script than the page of runs. */
async function withPage(entry, look) {
  const panel = await startPanel(entry);
  try {
    await look(panel);
  } finally {
    await panel.close();
  }
}

test('a comparison, and ways to fit a large file', () =>
  withPage('src/webview/comparison.ts', async (panel) => {
    for (const of of ['runs', 'classes2', 'race']) {
      await panel.compare(await packedComparison(of), { width: 1082 });
      assert.deepEqual(await faultsInThemes(panel, of), []);
    }
    await panel.advise(await packedComparison('advice'), { width: 1082 });
    assert.deepEqual(await faultsInThemes(panel, 'advice'), []);
  }));

test("a file's data, and a column of it closely", () =>
  withPage('src/webview/inspection.ts', async (panel) => {
    const { bytes, answer } = await inspection('mixed');
    await panel.inspect(bytes, { width: 1082 });
    assert.deepEqual(await faultsInThemes(panel, 'data'), []);
    await panel.page.getByRole('button', { name: 'town', exact: true }).click();
    await answerAsked(panel, answer);
    assert.deepEqual(await faultsInThemes(panel, 'column'), []);
  }));

test('the samples', () =>
  withPage('src/webview/start/main.ts', async (panel) => {
    await panel.open(undefined, { width: 1082 });
    await panel.page.locator('[data-choice]').first().waitFor();
    assert.deepEqual(await faultsInThemes(panel, 'samples'), []);
  }));
