// npm run animation
// docs/images/kernelscope.png: from a right-click to figures that follow a slider, in a real window, as an animated PNG.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { animatedPng, decodePng } from '../../scripts/animatedPng.mjs';
import { startBrowser } from './browser.mjs';
import { figures, openTab, panelInFront, panelPage, slider, waitForFigures } from './panel.mjs';
import { root, sampleWorkspace } from './profile.mjs';
import { startVsCode } from './vscode.mjs';
import * as workbench from './workbench.mjs';

const SIZE = { width: 1200, height: 760 };
const FILE = 'fan-noise.csv';
/** Milliseconds: a picture to read, one to see where the pointer goes, one of a movement, and the time between two looks at a fit. */
const READ = 2600;
const NOTICE = 1100;
const MOVE = 90;
const LOOK = 400;
const DRAG_STEPS = 9;

const files = sampleWorkspace();
const settings = { 'workbench.colorTheme': workbench.THEMES.dark.label };
const vscode = await startVsCode({ workspace: files.folder, settings });
const browser = await startBrowser(SIZE);
const { page } = browser;
/** @type {{ picture: import('../../scripts/animatedPng.mjs').Picture, milliseconds: number }[]} */
const shown = [];

/** Shows the window as it is now for so long. */
async function show(milliseconds) {
  shown.push({ picture: decodePng(await page.screenshot({ type: 'png' })), milliseconds });
}

/** A window without a screen draws no pointer. */
async function drawPointer() {
  await page.evaluate(() => {
    const namespace = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(namespace, 'svg');
    svg.id = 'pointer';
    Object.assign(svg.style, {
      position: 'fixed',
      zIndex: '2147483647',
      pointerEvents: 'none',
      width: '20px',
      height: '24px',
    });
    const path = document.createElementNS(namespace, 'path');
    path.setAttribute('d', 'M2 1v17l4.2-4 2.9 7 3-1.300-2.900-6.700h6z');
    path.setAttribute('fill', '#fff');
    path.setAttribute('stroke', '#000');
    svg.append(path);
    document.body.append(svg);
  });
}

async function pointTo(x, y) {
  await page.mouse.move(x, y);
  await page.evaluate(
    ([left, top]) => {
      const pointer = document.getElementById('pointer');
      if (pointer) Object.assign(pointer.style, { left: `${left}px`, top: `${top}px` });
    },
    [x - 2, y - 1],
  );
}

/** `along` is the fraction of its width to point at. */
async function pointAt(locator, along = 0.5) {
  const { x, y, width, height } = await locator.boundingBox();
  await pointTo(x + Math.min(width * along, 120), y + height / 2);
}

async function chooseFit() {
  await pointAt(workbench.fileInExplorer(page, FILE), 0.3);
  await show(NOTICE);
  // Without pictures first: VS Code shows the menu once it has heard of the extension.
  await workbench.openSubmenu(page, FILE, 'Kernelscope');
  const item = page.locator('.monaco-menu').last().locator('.action-label[aria-label="Fit…"]');
  await item.hover();
  await pointAt(item, 0.3);
  await show(READ);
  await workbench.chooseInMenu(page, 'Fit…');
  await workbench.quickPickRows(page, 'Which column should be predicted?');
  await show(NOTICE);
  await workbench.pickByName(page, 'sound_level_db');
  await workbench.quickPickRows(page, 'Which columns may it use to predict');
  await show(NOTICE);
  await workbench.acceptQuickPick(page);
}

/** Kernels are judged one after the other, and their lanes say how far they are. */
async function watchFit() {
  await page.locator('iframe.webview.ready').first().waitFor();
  while ((await panelInFront(page)) && (await figures(page)).length === 0) {
    await page.waitForTimeout(LOOK);
    await show(LOOK);
  }
  await waitForFigures(page);
  await page.waitForTimeout(LOOK);
  await show(READ + NOTICE);
}

/** Drags lambda to and fro. */
async function drag(shares) {
  const box = await slider(page).boundingBox();
  const at = (share) => box.x + 8 + share * (box.width - 16);
  const y = box.y + box.height / 2;
  const start = await slider(page).evaluate((i) => (Number(i.value) - Number(i.min)) / (Number(i.max) - Number(i.min)));
  await pointTo(at(start), y);
  await page.mouse.down();
  let from = start;
  for (const to of [...shares, start]) {
    for (let step = 1; step <= DRAG_STEPS; step++) {
      await pointTo(at(from + ((to - from) * step) / DRAG_STEPS), y);
      await page.waitForTimeout(MOVE);
      await show(MOVE);
    }
    from = to;
  }
  await page.mouse.up();
}

async function turnTo(name) {
  await pointAt(panelPage(page).getByRole('tab', { name, exact: true }));
  await openTab(page, name);
  await page.waitForTimeout(LOOK);
  await show(READ);
}

try {
  await workbench.openWorkbench(page, vscode, FILE);
  await page.locator(`.monaco-workbench.${workbench.THEMES.dark.mark}`).waitFor();
  await drawPointer();
  await pointTo(420, 300);
  await show(NOTICE);
  await chooseFit();
  await watchFit();
  await turnTo('Excess risk');
  await drag([0.75, 0.3]);
  await turnTo('Rows');
  await turnTo('Overview');
  // The first picture, which stands alone where nothing moves, is the result.
  const picture = animatedPng([shown[shown.length - 1], ...shown]);
  writeFileSync(join(root, 'docs/images/kernelscope.png'), picture);
  const seconds = shown.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  console.log(`docs/images/kernelscope.png: ${shown.length} pictures, ${seconds} s, ${picture.length} bytes`);
} catch (error) {
  await page.screenshot({ path: join(root, 'test-results/animation.png') });
  throw error;
} finally {
  await browser.stop();
  await vscode.stop();
  files.remove();
}
