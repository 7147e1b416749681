// Draws the results panel without VS Code: pictures and checks, in test-results/panel/.
//   node scripts/panel.mjs [--run RUN: see panelRuns.mjs] [--tab overview,risk|all] [--theme dark,light,hc-dark,hc-light|all]
//                          [--form: of settings, in place of a run; RUN is then METHOD:FILE]
//                          [--start: the first page, in place of a run]
//                          [--width 1400,480] [--height 900] [--move 2] [--full] [--only] [--check] [--drag]
// --move takes the n-th of the places that a person could move the sliders to (panelRuns.mjs).
// --check measures every tab at 400…1600 px, or at --width: texts that overlap or are cut off, sideways overflow, console errors.
// --drag moves the slider a hundred times on every tab and prints what a frame costs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answerAsked, faultsAt, layoutFaults, settled, startPanel, THEMES, WIDTHS } from './panelPage.mjs';
import { packedRun, settingsFormOf } from './panelRuns.mjs';

const { values } = parseArgs({
  options: {
    run: { type: 'string', default: 'example' },
    tab: { type: 'string', default: 'overview' },
    theme: { type: 'string', default: 'dark' },
    width: { type: 'string' },
    height: { type: 'string', default: '900' },
    move: { type: 'string' },
    target: { type: 'string' },
    full: { type: 'boolean', default: false },
    only: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    drag: { type: 'boolean', default: false },
    form: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
  },
});
const out = fileURLToPath(new URL('../test-results/panel', import.meta.url));
mkdirSync(out, { recursive: true });
const listed = (text, all) => (text === 'all' ? all : text.split(','));
const { bytes: run, moves, tabs, answer } = values.form || values.start ? {} : await packedRun(values.run);
const panel = await startPanel(values.start ? 'src/webview/start/main.ts' : undefined);
let failed = false;
try {
  if (values.start) await firstPage();
  else if (values.form) await forms();
  else if (values.check) await check();
  else if (values.drag) await drag();
  else await pictures();
  for (const problem of new Set(panel.problems)) fail(`console: ${problem}`);
} finally {
  await panel.close();
}
// The threads of a fit made here would keep the process.
process.exit(failed ? 1 : 0);

function fail(text) {
  failed = true;
  console.log(text);
}

async function pictures() {
  for (const width of listed(values.width ?? '1400').map(Number))
    for (const theme of listed(values.theme, Object.keys(THEMES)))
      for (const tab of listed(values.tab, tabs)) {
        const view = {
          tab,
          ...(values.move && moves[Number(values.move)]),
          ...(values.target && { target: Number(values.target) }),
          ...(values.only && { only: tab }),
        };
        await panel.open(run, { theme, width, height: Number(values.height), view });
        if (answer && (tab === 'rows' || tab === 'columns')) await answerAsked(panel, answer);
        const of = /[:/]/.test(values.run) && values.run.replace(/^.*[/]/, '').replaceAll(/[^a-z0-9]+/gi, '-');
        const name = [
          of,
          tab,
          theme,
          width,
          values.height !== '900' && values.height,
          values.full && 'full',
          values.move && `move${values.move}`,
          values.only && 'only',
        ];
        const path = join(out, `${name.filter(Boolean).join('-')}.png`);
        await panel.page.screenshot({ path, fullPage: values.full });
        for (const fault of await layoutFaults(panel.page)) fail(`${tab} ${theme} ${width}: ${fault}`);
        console.log(path);
      }
}

async function firstPage() {
  for (const width of listed(values.width ?? '1400').map(Number))
    for (const theme of listed(values.theme, Object.keys(THEMES))) {
      await panel.open(undefined, { theme, width });
      const path = join(out, `start-${theme}-${width}.png`);
      await panel.page.screenshot({ path, fullPage: true });
      for (const fault of await layoutFaults(panel.page)) fail(`start ${theme} ${width}: ${fault}`);
      console.log(path);
    }
}

async function forms() {
  const [method, file] = values.run === 'example' ? ['krr', 'samples/fan-noise.csv'] : values.run.split(':');
  const form = await settingsFormOf(method, file);
  for (const width of listed(values.width ?? '1400').map(Number))
    for (const theme of listed(values.theme, Object.keys(THEMES))) {
      // The page scrolls inside: in full it is as high as it is long.
      await panel.ask(form, { theme, width, height: values.full ? 3000 : 900 });
      const path = join(out, `form-${method}-${theme}-${width}.png`);
      await panel.page.screenshot({ path });
      for (const fault of values.full ? await layoutFaults(panel.page) : []) fail(`form ${theme} ${width}: ${fault}`);
      console.log(path);
    }
}

async function check() {
  for (const width of values.width ? listed(values.width).map(Number) : WIDTHS)
    for (const fault of await faultsAt(panel, { bytes: run, tabs, moves }, width)) fail(fault);
  console.log(failed ? 'faults found' : 'no faults');
}

async function drag() {
  console.log(`bundle ${Math.round(panel.scriptBytes / 1024)} kB`);
  await panel.open(run);
  // Time of the page's own thread: what a frame costs however busy the machine is beside it.
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const axes = await panel.page
    .locator('[data-axis]')
    .evaluateAll((/** @type {HTMLElement[]} */ all) => all.map((e) => e.dataset.axis ?? ''));
  for (const axis of axes)
    for (const tab of tabs.filter((t) => t !== 'data')) {
      await panel.open(run, { view: { tab } });
      const before = await busy();
      const times = await panel.page.evaluate(async (moved) => {
        /** @type {HTMLInputElement | null} */
        const slider = document.querySelector(`[data-axis="${moved}"] input[type=range]`);
        if (!slider) return [];
        const frames = [];
        for (let i = 0; i < 100; i++) {
          slider.value = String(Number(slider.max) * (0.3 + 0.4 * Math.abs(Math.sin(i / 9))));
          slider.dispatchEvent(new Event('input'));
          // A frame's work runs in the callback that the page queued; ours comes after it in the same frame.
          await new Promise((done) =>
            requestAnimationFrame((start) => {
              frames.push(performance.now() - start);
              done(undefined);
            }),
          );
        }
        return frames.slice(10).sort((a, b) => a - b);
      }, axis);
      const cost = ((await busy()) - before) / 100;
      await settled(panel.page);
      const at = (q) => times[Math.floor(q * (times.length - 1))].toFixed(1);
      console.log(
        `${axis.padEnd(7)} ${tab.padEnd(10)} median ${at(0.5)} ms, 95 % under ${at(0.95)} ms, worst ${at(1)} ms; ${cost.toFixed(1)} ms of its thread`,
      );
    }
}
