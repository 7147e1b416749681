// npm test [-- stage …] [-- --changed]
// Installs what is missing and runs every test, or the named stages only; the last line is the tally of all of them. With --changed only what the
// work since main can reach: tests that depend on a changed file, and stages that read one.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { WINDOW_STAGES } from '../test/e2e/stages.mjs';
import { branchPoint, changedSince } from './changed.mjs';
import { installPackages, root } from './prerequisites.mjs';
import { endGroup, LEADER } from './processes.mjs';
import { addTallies, tallyLine, tallySaid } from './tally.mjs';

// Tests do not depend on what this machine's libraries have proven.
process.env.KERNELSCOPE_LINEAR_ALGEBRA = 'embedded';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const changedOnly = process.argv.includes('--changed');
const base = changedOnly ? branchPoint(root) : undefined;
const reporter = '--test-reporter=./scripts/tallyReporter.mjs';
/** @type {(...args: string[]) => Command} */
const node = (...args) => [process.execPath, args];
/** @type {(...folders: string[]) => string[]} */
const testsIn = (...folders) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.test.mjs'))
      .map((file) => `${folder}/${file}`),
  );
/** @type {(name: string, ...args: string[]) => Command} */
const bin = (name, ...args) => node(join('node_modules', name), ...args);
/** @type {(...specs: string[]) => Command} */
const playwright = (...specs) =>
  bin(
    '@playwright/test/cli.js',
    ...['test', '--config', 'test/e2e/playwright.config.mjs'],
    ...specs.map((name) => `/${name}.spec.mjs`),
  );

/** The files that windows show: those of the page by itself, and of the extension around it. */
const PAGE = /^(src\/(webview|figures|engine)|media|samples|scripts|test\/(e2e|figures|webview))\//;
const WINDOW =
  /^(src\/(extension|webview|figures|engine|doors|choices|client)|media|samples|scripts|test\/(e2e|host))\/|^package\.json$/;

/**
 * A command whose last line is a tally counts as that many tests, any other as one. A stage without a command is one of windows: those asked for
 * run together, so that they share windows and cores. `needs` names the stages that must have passed; they are added when they were not asked for.
 * `minutes` is when it is taken to hang, on a machine that does much else; windows have twice theirs together.
 * `reads` are the files whose change it is for; without it a stage always runs. Quick stages run all at once, before the others; one that `waits` more than it computes runs
 * beside the one before it.
 * One with an environment of its own has windows too, and runs only when it is asked for.
 * @typedef {{ name: string, what: string, minutes: number, quick?: true, waits?: true, needs?: string[], command?: Command, env?: Record<string, string>, reads?: RegExp }} Stage
 * @typedef {[program: string, args: string[]]} Command
 * @type {Stage[]}
 */
const STAGES = [
  {
    name: 'types',
    quick: true,
    what: 'strict, each room by what it may know',
    minutes: 5,
    command: node('scripts/types.mjs'),
  },
  {
    name: 'lint',
    quick: true,
    what: 'lint and format',
    minutes: 4,
    command: bin('@biomejs/biome/bin/biome', 'check', '.'),
  },
  {
    name: 'contributions',
    quick: true,
    what: 'package.json is as the code says',
    minutes: 3,
    command: node('scripts/contributions.mjs', '--check'),
  },
  { name: 'build', quick: true, what: 'the bundles', minutes: 4, command: node('esbuild.mjs') },
  {
    name: 'unit',
    what: 'engine, panel, command line',
    minutes: 40,
    command: node('scripts/unit.mjs', ...(base ? ['--since', base] : [])),
  },
  {
    name: 'architecture',
    what: 'imports, sizes of the bundles, lengths of parameter lists, releases, the server for language models, the command line as it is built',
    minutes: 12,
    needs: ['build'],
    command: node(
      '--test',
      '--test-concurrency=2',
      reporter,
      ...testsIn('test/architecture', 'test/scripts', 'test/built'),
    ),
  },
  {
    name: 'cluster',
    waits: true,
    what: 'Apache Spark and Dask on loopback; more parts and more killed workers by KERNELSCOPE_PARTS and KERNELSCOPE_KILLS',
    minutes: 12,
    needs: ['build'],
    reads: /^(src\/(engine|cli|cluster)|distributed|test\/cluster|scripts)\//,
    // Both at a time: an engine that starts waits more than it computes.
    command: node('--test', '--test-concurrency=2', reporter, ...testsIn('test/cluster')),
  },
  {
    name: 'start',
    what: 'npm start without a window',
    minutes: 2,
    needs: ['build'],
    command: node('scripts/start.mjs', '--no-window'),
  },
  {
    name: 'layout',
    what: 'every tab at six widths: nothing overlaps, overflows or complains',
    minutes: 6,
    reads: PAGE,
  },
  {
    name: 'page',
    what: 'the panel by keys and clicks, every method in it, and for everybody',
    minutes: 12,
    reads: PAGE,
  },
  {
    name: 'host',
    what: 'mocha inside the extension host of a real VS Code',
    minutes: 8,
    needs: ['build'],
    reads: WINDOW,
  },
  {
    name: 'clicks',
    what: 'a person in a real window, with the package installed',
    minutes: 6,
    needs: ['build'],
    reads: WINDOW,
  },
  {
    name: 'methods',
    what: 'methods of every family, their sliders and figures in a real window',
    minutes: 8,
    needs: ['build'],
    reads: WINDOW,
  },
  { name: 'restricted', what: 'an untrusted workspace of two folders', minutes: 4, needs: ['build'], reads: WINDOW },
  { name: 'web', what: 'the extension and its engine in a browser alone', minutes: 6, needs: ['build'], reads: WINDOW },
  { name: 'vsix', what: 'the packages', minutes: 3, needs: ['build'], reads: WINDOW },
  {
    name: 'oldest',
    what: 'the extension host of the oldest VS Code that is supported',
    minutes: 10,
    needs: ['build'],
    command: playwright('host'),
    env: { KERNELSCOPE_HOST: 'oldest' },
  },
];

/** The stages asked for and what they need, in their order. */
function chosen(names) {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no stage ${unknown.join(', ')}; there are ${STAGES.map(({ name }) => name).join(', ')}.`);
  }
  if (names.length === 0) return STAGES.filter(({ env }) => !env);
  const needed = STAGES.filter(({ name }) => names.includes(name)).flatMap(({ needs = [] }) => needs);
  return STAGES.filter(({ name }) => names.includes(name) || needed.includes(name));
}

/**
 * Runs a command in its own process group, so that one that hangs is ended with all it started.
 * @param {Command} command
 * @param {number} minutes
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ said: string, good: boolean }>} the end of what it said, and whether it ended well
 */
function run([program, args], minutes, env = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      ...LEADER,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let tail = '';
    let late = false;
    // Stages that run at once speak in whole lines.
    const show = (stream, out) => {
      createInterface({ input: stream }).on('line', (line) => {
        out.write(`${line}\n`);
        tail = `${tail}${line}\n`.slice(-8_000);
      });
    };
    show(child.stdout, process.stdout);
    show(child.stderr, process.stderr);
    const stop = (signal) => endGroup(child, signal);
    const timer = setTimeout(() => {
      late = true;
      console.log(`  FAIL  not done in ${minutes} minutes`);
      stop('SIGTERM');
      setTimeout(stop, 5_000, 'SIGKILL').unref();
    }, minutes * 60_000);
    const interrupt = () => {
      stop('SIGTERM');
      process.exit(130);
    };
    process.once('SIGINT', interrupt);
    process.once('SIGTERM', interrupt);
    child.once('error', (error) => done({ said: String(error), good: false }));
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      done({ said: tail, good: code === 0 && !late });
    });
  });
}

/**
 * The tally of a stage, never better than its exit code.
 * @param {{ said: string, good: boolean }} ended
 */
function outcome({ said, good }) {
  const tally = tallySaid(said) ?? { passed: good ? 1 : 0, failed: 0, skipped: 0 };
  return { ...tally, failed: good ? tally.failed : Math.max(1, tally.failed) };
}

/**
 * Runs the stages of windows together. A stage without a result has failed, and so has the last when only the exit
 * code says that something did.
 * @param {Stage[]} stages
 * @returns {Promise<Row[]>}
 */
async function runWindows(stages) {
  const ended = await run(
    playwright(...stages.flatMap(({ name }) => WINDOW_STAGES[name])),
    2 * stages.reduce((sum, { minutes }) => sum + minutes, 0),
  );
  const rows = stages.map((stage) => {
    const seconds = new RegExp(`^${stage.name}: .*, ([\\d.]+ s)$`, 'm').exec(ended.said)?.[1];
    const tally = tallySaid(ended.said, stage.name) ?? { passed: 0, failed: 1, skipped: 0 };
    return { stage, tally, note: seconds ?? 'said nothing' };
  });
  if (!ended.good && rows.every(({ tally }) => tally.failed === 0)) rows[rows.length - 1].tally.failed++;
  return rows;
}

/** @param {number} began */
const secondsSince = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** @typedef {{ stage: Stage, tally: import('./tally.mjs').Tally, note: string }} Row */

/** @param {Stage} stage */
async function runStage(stage) {
  console.log(`\n=== ${stage.name}: ${stage.what}`);
  const began = performance.now();
  const command = /** @type {Command} */ (stage.command);
  const tally = outcome(await run(command, stage.minutes, stage.env));
  return { stage, tally, note: secondsSince(began) };
}

/** True for a stage that shows no window. @param {Stage} stage */
const isOfTools = ({ command, env }) => command !== undefined && env === undefined;

/**
 * Installs what the stages need, the packages first, and the rest in a separate thread (`prepare.mjs`): `tools` ends when all
 * is there but what windows need, `obstacle` with why these cannot be shown, if they cannot.
 * @param {Stage[]} stages
 * @returns {{ tools: Promise<void>, obstacle: Promise<string | undefined> }}
 */
function prepare(stages) {
  installPackages();
  const windows = stages.filter((stage) => !isOfTools(stage));
  const worker = new Worker(new URL('./prepare.mjs', import.meta.url), {
    workerData: {
      stages: stages.map(({ name }) => name),
      windows: windows.length > 0,
      host: windows.some(({ command }) => !command),
    },
  });
  const said = (/** @type {'tools' | 'windows'} */ ready) => {
    const told = new Promise((done, fail) => {
      worker.once('error', fail);
      worker.on('message', (message) => {
        if (message.ready === ready) done(message.obstacle);
      });
    });
    // A failure is told when it is waited for.
    told.catch(() => {});
    return told;
  };
  return { tools: said('tools'), obstacle: said('windows') };
}

async function main() {
  const began = { clock: performance.now(), idle: idleSeconds() };
  const asked = chosen(process.argv.slice(2).filter((word) => word !== '--changed'));
  const changed = base === undefined ? undefined : [...changedSince(base, root)];
  const stages = asked.filter(({ reads }) => !changed || !reads || changed.some((file) => reads.test(file)));
  for (const { name } of asked.filter((stage) => !stages.includes(stage))) {
    console.log(`${name} is left out: nothing that it reads has changed.`);
  }
  const { tools, obstacle } = prepare(stages);
  /** @type {Row[]} */
  const rows = await Promise.all(stages.filter(({ quick }) => quick).map((stage) => runStage(stage)));
  await tools;
  const slow = stages.filter(({ quick }) => !quick);
  await runInTurn(unbroken(slow.filter(isOfTools), rows), rows);
  const ofWindows = unbroken(
    slow.filter((stage) => !isOfTools(stage)),
    rows,
    await obstacle,
  );
  await runInTurn(
    ofWindows.filter(({ command }) => command),
    rows,
  );
  await showWindows(
    ofWindows.filter(({ command }) => !command),
    rows,
  );
  tell(rows, began);
}

/**
 * The stages whose needs have passed, if nothing else keeps them from running; the others are skipped. A stage left out is no test passed; in CI it
 * is a failure.
 * @param {Stage[]} stages
 * @param {Row[]} rows
 * @param {string} [obstacle]
 */
function unbroken(stages, rows, obstacle) {
  return stages.filter((stage) => {
    const broken = stage.needs?.find((name) => rows.some((row) => row.stage.name === name && row.tally.failed > 0));
    const why = broken ? `${broken} failed` : obstacle;
    if (!why) return true;
    console.log(`\n=== ${stage.name}: SKIPPED, ${why}`);
    rows.push({ stage, tally: { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 }, note: `skipped: ${why}` });
    return false;
  });
}

async function showWindows(windows, rows) {
  if (windows.length === 0) return;
  for (const { name, what } of windows) console.log(`\n=== ${name}: ${what}`);
  const began = performance.now();
  rows.push(...(await runWindows(windows)));
  console.log(`\nAll windows together took ${secondsSince(began)}.`);
}

/** One after another, but those that wait more than they compute beside the one before. */
async function runInTurn(stages, rows) {
  for (const [i, stage] of stages.entries()) {
    if (stage.waits && i > 0) continue;
    const beside = stages.slice(i + 1).filter((_, j, rest) => rest.slice(0, j + 1).every(({ waits }) => waits));
    rows.push(...(await Promise.all([stage, ...beside].map((one) => runStage(one)))));
  }
}

/** Idle seconds of all cores since the machine started. */
const idleSeconds = () => cpus().reduce((sum, { times }) => sum + times.idle / 1000, 0);

/** @param {Row[]} rows @param {{ clock: number, idle: number }} began */
function tell(rows, { clock, idle }) {
  console.log('');
  for (const { stage, tally, note } of rows) {
    console.log(
      `${tally.failed > 0 ? 'FAIL' : 'ok  '}  ${stage.name.padEnd(14)} ${tallyLine(tally).padEnd(32)} ${note}`,
    );
  }
  const seconds = (performance.now() - clock) / 1000;
  const busy = 1 - (idleSeconds() - idle) / (seconds * cpus().length);
  console.log(
    `${(seconds / 60).toFixed(1)} minutes, in which ${cpus().length} cores were busy for ${(100 * busy).toFixed(0)} %.`,
  );
  const total = addTallies(...rows.map(({ tally }) => tally));
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(tallyLine(total));
}

try {
  await main();
} catch (error) {
  console.error(`npm test: ${error instanceof Error ? error.message : error}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
