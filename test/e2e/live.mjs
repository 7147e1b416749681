import { expect } from '@playwright/test';
import { drawn, panelPage, sums, waitForFigures } from './panel.mjs';

// The sliders of a run, by their axis (lambda, k, r, t, steps), and what else moves them.

export const axisSlider = (page, axis) => panelPage(page).locator(`[data-axis=${axis}] input[type=range]`);

export const axes = (page) =>
  panelPage(page)
    .locator('[data-axis]')
    .evaluateAll((all) => all.map((element) => element.dataset.axis));

/** The value that a screen reader says for each slider, in their order. */
export async function axisValues(page) {
  const all = await panelPage(page)
    .locator('[data-axis] input[type=range]')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-valuetext')));
  return all.join('; ');
}

/** Does `act`, and waits until the sliders and the figures show that something has changed. Returns both readings. */
export async function movesFigures(page, act) {
  const [before, figures] = [await axisValues(page), sums(await waitForFigures(page))];
  await act();
  // A figure that was late may be drawn before the sliders have moved.
  await expect.poll(() => axisValues(page), { timeout: 10_000 }).not.toBe(before);
  await waitForFigures(page, (now) => drawn(now) && sums(now) !== figures, 10_000);
  const after = await axisValues(page);
  return `${before} → ${after}`;
}

/** Arrow keys towards whichever end is farther. */
export async function keyAxis(page, axis, times = 4) {
  const slider = axisSlider(page, axis);
  const key = (await share(slider)) > 0.5 ? 'ArrowLeft' : 'ArrowRight';
  await slider.focus();
  for (let i = 0; i < times; i++) await slider.press(key);
}

/** Drags the thumb into the farther half of the track. */
export async function dragAxis(page, axis) {
  const slider = axisSlider(page, axis);
  await slider.scrollIntoViewIfNeeded();
  const [box, from] = [await slider.boundingBox(), await share(slider)];
  const to = from > 0.5 ? 0.25 : 0.75;
  // The thumb is 12 pixels wide, so its middle runs from 6 pixels to the width less 6.
  const at = (part) => box.x + 6 + part * (box.width - 12);
  const y = box.y + box.height / 2;
  await page.mouse.move(at(from), y);
  await page.mouse.down();
  await page.mouse.move(at((from + to) / 2), y, { steps: 6 });
  await page.mouse.move(at(to), y, { steps: 6 });
  await page.mouse.up();
}

const share = (slider) =>
  slider.evaluate((input) => (Number(input.value) - Number(input.min)) / (Number(input.max) - Number(input.min)));

/** Clicks into a figure's canvas at fractions of its width and height, on a label if one lies there. */
export async function clickFigure(page, id, [x, y]) {
  const canvas = panelPage(page).locator(`figure[data-figure=${id}] canvas`);
  await canvas.scrollIntoViewIfNeeded();
  const { width, height } = await canvas.boundingBox();
  await canvas.click({ position: { x: x * width, y: y * height }, force: true });
}

export const hasFigure = async (page, id) => (await panelPage(page).locator(`figure[data-figure=${id}]`).count()) > 0;

export async function press(page, name) {
  await panelPage(page).locator('vscode-button', { hasText: name }).click();
}
