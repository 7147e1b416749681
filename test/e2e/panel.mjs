import assert from 'node:assert/strict';

// A person's actions and observations in the results panel.

/** The tabs by id, as each is called on screen. */
export const TABS = {
  overview: 'Overview',
  rows: 'Rows',
  columns: 'Columns',
  spectrum: 'Spectrum',
  alignment: 'Alignment',
  risk: 'Excess risk',
  data: 'Data',
};
/** The tabs that are figures; Data is a report in words and tables. */
const WITHOUT_FIGURES = new Set(['Data']);

/** Pages that are a panel's own, without an editor around it. */
const alone = new WeakSet();
export const standsAlone = (page) => alone.add(page);

/** VS Code wraps a panel's page in two frames; the one in front is the visible one. */
export const panelPage = (page) =>
  alone.has(page)
    ? page
    : page.locator('iframe.webview.ready:visible').last().contentFrame().locator('iframe#active-frame').contentFrame();

export const panelInFront = async (page) => (await page.locator('iframe.webview.ready:visible').count()) > 0;

/**
 * The visible canvases of the panel: how much of each is drawn on (0…1) and a sum of its pixels, equal exactly when the
 * pictures are. First figures stand until those of the whole fit take their place: none are told of while they do, unless they are what is asked for.
 */
export async function figures(page, alsoFirst = false) {
  return panelPage(page)
    .locator('body')
    .evaluate((body, alsoFirst) => {
      // Kept by the page, so that it is compiled once: pictures have a million pixels, and are looked at again and again.
      globalThis.lookAt ??= (canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const pixels = new Uint32Array(data.buffer);
        const blank = pixels[0];
        let drawn = 0;
        let sum = 2166136261;
        for (let i = 0; i < pixels.length; i++) {
          if (pixels[i] !== blank) drawn++;
          sum = Math.imul(sum ^ pixels[i], 16777619);
        }
        return { name: canvas.getAttribute('aria-label') ?? canvas.id, ink: drawn / pixels.length, sum: sum >>> 0 };
      };
      if (!alsoFirst && body.querySelector('[aria-busy=true]')) return [];
      return [...body.querySelectorAll('canvas')]
        .filter((canvas) => canvas.checkVisibility({ visibilityProperty: true }) && canvas.width * canvas.height > 0)
        .map(globalThis.lookAt);
    }, alsoFirst);
}

/** A page in front answers in much less, also on a busy machine; who waits longer has asked a frame that is gone. */
const ANSWER_MS = 5_000;

/** Axes and labels alone cover more of a canvas than this. */
const LEAST_INK = 0.002;

export const drawn = (all) => all.length > 0 && all.every(({ ink }) => ink > LEAST_INK);

/** Waits until figures are drawn; returns them. Frames come and go while the panel opens. */
export async function waitForFigures(page, accept = drawn, patienceMs = 60_000, alsoFirst = false) {
  const late = Date.now() + patienceMs;
  for (;;) {
    const now = await within(figures(page, alsoFirst), ANSWER_MS).catch((error) => String(error));
    if (Array.isArray(now) && accept(now)) return now;
    assert.ok(Date.now() < late, `the figures were not drawn in ${patienceMs / 1000} s: ${JSON.stringify(now)}`);
    await page.waitForTimeout(15);
  }
}

/** Waits until anything is drawn, be it of a fit that goes on. */
export const waitForFirstFigures = (page) => waitForFigures(page, drawn, 60_000, true);

/** A frame that is going away never answers. */
async function within(answer, ms) {
  let timer;
  const none = new Promise((_, fail) => {
    timer = setTimeout(fail, ms, new Error('the page of the panel did not answer'));
  });
  return Promise.race([answer, none]).finally(() => clearTimeout(timer));
}

export const tab = (page, name) => panelPage(page).getByRole('tab', { name, exact: true });

export const selectedTab = async (page) =>
  (await panelPage(page).locator('[role=tab][aria-selected=true]').textContent()).trim();

/** A person's click makes the panel the active editor, which a focus set by a script need not. Its group holds no text. */
export async function activatePanel(page) {
  await tab(page, 'Overview').click();
  await page.locator('.editor-group-container.active:not(:has(.monaco-editor))').waitFor();
}

/** Opens a tab; returns its figures, drawn, or the words of a tab that has none. */
export async function openTab(page, name) {
  await panelPage(page).getByRole('tab', { selected: true }).waitFor();
  if (await tab(page, name).isVisible()) await tab(page, name).click();
  else {
    // Tabs without room stand in a menu.
    await panelPage(page).locator('.more-tabs').click();
    await panelPage(page).getByRole('menuitem', { name, exact: true }).click();
  }
  await panelPage(page).locator('[role=tab][aria-selected=true]', { hasText: name }).waitFor();
  if (!WITHOUT_FIGURES.has(name)) return waitForFigures(page);
  const words = await panelPage(page).getByRole('tabpanel').filter({ visible: true }).textContent();
  assert.ok(words.length > 100, `the ${name} tab says little: ${words}`);
  return words;
}

export const slider = (page) => panelPage(page).locator('input[type=range][aria-label^="lambda" i]').first();

/** Presses the arrow keys on the slider and waits until every picture that depends on lambda can have changed. */
export async function moveSlider(page, key, times) {
  await slider(page).focus();
  for (let i = 0; i < times; i++) await slider(page).press(key);
}

export const sliderValue = (page) =>
  slider(page).evaluate((input) => input.getAttribute('aria-valuetext') ?? input.value);

/** Drags the slider's thumb to a fraction of the track's length. */
export async function dragSlider(page, share) {
  const box = await slider(page).boundingBox();
  const value = await slider(page).evaluate((i) => (Number(i.value) - Number(i.min)) / (Number(i.max) - Number(i.min)));
  const at = (part) => box.x + 8 + part * (box.width - 16);
  const y = box.y + box.height / 2;
  await page.mouse.move(at(value), y);
  await page.mouse.down();
  await page.mouse.move(at((value + share) / 2), y, { steps: 8 });
  await page.mouse.move(at(share), y, { steps: 8 });
  await page.mouse.up();
}

export const sums = (all) => all.map(({ sum }) => sum).join(' ');
