// axe-core finds nothing against the pages of the panel: every tab of every kind of run, forms, comparisons and reproductions, in all themes.
import assert from 'node:assert/strict';
import { packedComparison } from '../../scripts/comparisons.mjs';
import { inspection } from '../../scripts/inspections.mjs';
import { answerAsked, layoutFaults, settled, startPanel, THEMES } from '../../scripts/panelPage.mjs';
import { packedReproduction, packedRun, settingsFormOf } from '../../scripts/panelRuns.mjs';
import { axeFaults } from './axe.mjs';
import { test } from './window.mjs';

// A fault is a sentence that says where it is.
test.use({ trace: 'off', screenshot: 'off' });
test.describe.configure({ mode: 'parallel' });

const RUNS = [
  'example',
  'example:three-zone',
  'example:classes',
  'example:classes2',
  'example:targets',
  'example:race',
  'example:racing',
  'example:huber',
  'robust:huber',
  'robust:quantile',
  'components:nystrom',
];

/**
 * Everything in the first theme, colours in the others.
 * @param {import('./window.mjs').Panel} panel
 */
async function faultsInThemes({ page, retheme }, where) {
  const faults = [];
  // Colours on their way from one theme to the next are none that anybody reads by.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of Object.keys(THEMES)) {
    await retheme(theme);
    // The toolkit's buttons take their colours a frame later.
    await settled(page);
    const found = await axeFaults(page, { contrast: theme !== Object.keys(THEMES)[0] });
    faults.push(...found.map((fault) => `${where}, ${theme}: ${fault}`));
  }
  await page.emulateMedia({ reducedMotion: null });
  return faults;
}

for (const name of RUNS)
  test(`every tab of ${name}`, async ({ panel }) => {
    const { bytes, tabs } = await packedRun(name);
    await panel.open(bytes, { width: 1082 });
    const faults = [];
    for (const tab of tabs) {
      await panel.show({ tab });
      faults.push(...(await faultsInThemes(panel, tab)));
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

/** A page whose script is not that of runs. */
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
