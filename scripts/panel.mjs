// Draws the pages of the panel without VS Code: pictures in test-results/panel/, and faults of the layout.
//   node scripts/panel.mjs [PAGE] [--theme dark,light,hc-dark,hc-light|all] [--width 1400,480] [--height 900] [--full]
// PAGE is a run unless another one is named:
//   --run RUN (panelRuns.mjs) [--tab overview,risk|all] [--move 2] [--target 1] [--only] [--before] [--check] [--drag]
//   --form METHOD:FILE                                       the settings of a fit
//   --start                                                  the first page
//   --compare runs,classes2,classes3,race,advice             comparisons.mjs
//   --data mixed,gaps,PATH [--target NAME] [--open COLUMN]   a file's data, inspections.mjs
// --before shows the run as one that was fitted without some rows, beside itself.
// --move takes the n-th of the places that a person could move the sliders to (panelRuns.mjs).
// --check measures every tab at 400…1600 px, or at --width: texts that overlap or are cut off, sideways overflow, console errors.
// --drag moves the slider a hundred times on every tab and prints what a frame costs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packedComparison } from './comparisons.mjs';
import { inspection } from './inspections.mjs';
import { answerAsked, faultsAt, layoutFaults, settled, startPanel, THEMES, WIDTHS } from './panelPage.mjs';
import { packedRun, settingsFormOf } from './panelRuns.mjs';

const { values } = parseArgs({
  options: {
    run: { type: 'string', default: 'example' },
    form: { type: 'string' },
    start: { type: 'boolean' },
    compare: { type: 'string' },
    data: { type: 'string' },
    theme: { type: 'string', default: 'dark' },
    width: { type: 'string' },
    height: { type: 'string', default: '900' },
    full: { type: 'boolean', default: false },
    tab: { type: 'string', default: 'overview' },
    move: { type: 'string' },
    target: { type: 'string' },
    open: { type: 'string' },
    only: { type: 'boolean', default: false },
    before: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    drag: { type: 'boolean', default: false },
  },
});

/** The script of each page other than a run's, and what draws it. */
const PAGES = {
  form: { entry: undefined, draw: form },
  start: { entry: 'src/webview/start/main.ts', draw: firstPage },
  compare: { entry: 'src/webview/comparison.ts', draw: comparisons },
  data: { entry: 'src/webview/inspection.ts', draw: data },
};
const asked = Object.keys(PAGES).find((name) => values[name] !== undefined);
const { entry, draw } = asked
  ? PAGES[asked]
  : { entry: undefined, draw: values.check ? check : values.drag ? drag : tabsOfRun };
const out = fileURLToPath(new URL('../test-results/panel', import.meta.url));
mkdirSync(out, { recursive: true });
const panel = await startPanel(entry, { recorded: !values.drag });
let failed = false;
try {
  await draw();
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

/**
 * Draws a page in every width and theme asked for, and takes its picture.
 * @param {(look: { theme: string, width: number, height: number }) => Promise<void>} show
 */
async function pictures(
  name,
  show,
  { full = values.full, measured = true, after = /** @type {string[]} */ ([]) } = {},
) {
  const plain = name.replace(/^.*[/]/, '').replaceAll(/[^a-z0-9]+/gi, '-');
  for (const width of (values.width ?? '1400').split(',').map(Number))
    for (const theme of values.theme === 'all' ? Object.keys(THEMES) : values.theme.split(',')) {
      await show({ theme, width, height: Number(values.height) });
      const path = join(out, `${[plain, theme, width, ...after].join('-')}.png`);
      await panel.page.screenshot({ path, fullPage: full });
      for (const fault of measured ? await layoutFaults(panel.page) : []) fail(`${plain} ${theme} ${width}: ${fault}`);
      console.log(path);
    }
}

async function tabsOfRun() {
  const { bytes, before, moves, tabs, answer } = await packedRun(values.run);
  const of = /[:/]/.test(values.run) ? `${values.run}-` : '';
  const after = [
    values.height !== '900' && values.height,
    values.full && 'full',
    values.move && `move${values.move}`,
    values.only && 'only',
    values.before && 'before',
  ];
  for (const tab of values.tab === 'all' ? tabs : values.tab.split(',')) {
    const view = {
      tab,
      ...(values.move && moves[Number(values.move)]),
      ...(values.target && { target: Number(values.target) }),
      ...(values.only && { only: tab }),
      ...(values.before && { before: 'before' }),
    };
    const show = async (look) => {
      await panel.open(bytes, { ...look, view });
      if (values.before) await panel.before(before);
      if (answer && (tab === 'rows' || tab === 'columns')) await answerAsked(panel, answer);
    };
    await pictures(`${of}${tab}`, show, { after: after.filter(Boolean).map(String) });
  }
}

function firstPage() {
  return pictures('start', (look) => panel.open(undefined, look), { full: true });
}

async function form() {
  const [method, file] = String(values.form).split(':');
  const made = await settingsFormOf(method, file);
  // The page scrolls inside: in full it is as high as it is long.
  await pictures(`form-${method}`, (look) => panel.ask(made, values.full ? { ...look, height: 3000 } : look), {
    full: false,
    measured: values.full,
  });
}

async function comparisons() {
  for (const name of String(values.compare).split(',')) {
    const bytes = await packedComparison(name);
    await pictures(`comparison-${name}`, (look) => (name === 'advice' ? panel.advise : panel.compare)(bytes, look));
  }
}

async function data() {
  const view = values.open === undefined ? {} : { open: Number(values.open) };
  for (const name of String(values.data).split(',')) {
    const { bytes, answer } = await inspection(name, {
      ...(values.target && { design: { target: values.target }, target: true }),
    });
    const show = async (look) => {
      await panel.inspect(bytes, { ...look, view });
      if (values.open !== undefined) await answerAsked(panel, answer);
    };
    await pictures(`inspection-${name.replace(/^.*\//, '')}`, show, {
      after: values.open === undefined ? [] : ['open'],
    });
  }
}

async function check() {
  const run = await packedRun(values.run);
  for (const width of values.width?.split(',').map(Number) ?? WIDTHS)
    for (const fault of await faultsAt(panel, run, width)) fail(fault);
  console.log(failed ? 'faults found' : 'no faults');
}

async function drag() {
  const { bytes, tabs } = await packedRun(values.run);
  console.log(`bundle ${Math.round(panel.scriptBytes / 1024)} kB`);
  await panel.open(bytes);
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
      await panel.open(bytes, { view: { tab } });
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
