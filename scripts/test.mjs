// npm test [-- stage …]
// Installs what is missing and runs every test, or the named stages only; the last line is the tally of all of them.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { WINDOW_STAGES } from '../test/e2e/stages.mjs';
import {
  ensureChromium,
  ensureCluster,
  ensureOpenBlas,
  ensurePython,
  ensureShells,
  installPackages,
  root,
} from './prerequisites.mjs';
import { endGroup, LEADER } from './processes.mjs';
import { addTallies, tallyLine, tallySaid } from './tally.mjs';

// What this machine's libraries have proven changes no test.
process.env.KERNELSCOPE_LINEAR_ALGEBRA = 'embedded';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
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

/**
 * A command whose last line is a tally counts as that many tests, any other as one. A stage without a command is one of windows: those asked for
 * run together, so that they share windows and cores. `needs` names the stages that must have passed; they are added when they were not asked for.
 * `minutes` is when it is taken to hang, on a machine that does much else; windows have twice theirs together.
 * One with an environment of its own has windows too, and runs only when it is asked for.
 * @typedef {{ name: string, what: string, minutes: number, needs?: string[], command?: Command, env?: Record<string, string> }} Stage
 * @typedef {[program: string, args: string[]]} Command
 * @type {Stage[]}
 */
const STAGES = [
  { name: 'types', what: 'strict, each room by what it may know', minutes: 3, command: node('scripts/types.mjs') },
  { name: 'lint', what: 'lint and format', minutes: 2, command: bin('@biomejs/biome/bin/biome', 'check', '.') },
  {
    name: 'contributions',
    what: 'package.json is as the code says',
    minutes: 1,
    command: node('scripts/contributions.mjs', '--check'),
  },
  { name: 'build', what: 'the bundles', minutes: 2, command: node('esbuild.mjs') },
  { name: 'unit', what: 'engine, panel, command line', minutes: 40, command: node('scripts/unit.mjs', '--', reporter) },
  {
    name: 'architecture',
    what: 'imports, sizes of the bundles, lengths of parameter lists, releases, the server for language models, the command line as it is built',
    minutes: 5,
    needs: ['build'],
    command: node('--test', reporter, ...testsIn('test/architecture', 'test/scripts', 'test/built')),
  },
  {
    name: 'cluster',
    what: 'Apache Spark and Dask on loopback; more parts and more killed workers by KERNELSCOPE_PARTS and KERNELSCOPE_KILLS',
    minutes: 12,
    needs: ['build'],
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
  { name: 'layout', what: 'every tab at six widths: nothing overlaps, overflows or complains', minutes: 3 },
  { name: 'page', what: 'the panel by keys and clicks, and for everybody', minutes: 6 },
  { name: 'host', what: 'mocha inside the extension host of a real VS Code', minutes: 4, needs: ['build'] },
  { name: 'clicks', what: 'a person in a real window', minutes: 3, needs: ['build'] },
  { name: 'methods', what: 'every method, its sliders and figures in a real window', minutes: 6, needs: ['build'] },
  { name: 'restricted', what: 'an untrusted workspace of two folders', minutes: 2, needs: ['build'] },
  { name: 'vsix', what: 'the package, and the same clicks with it', minutes: 4, needs: ['build'] },
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

/** Why stages with a window cannot run here; undefined when they can. */
async function noWindow(stages) {
  const [{ findChromium }, { installHost }] = await Promise.all([
    import('../test/e2e/browser.mjs'),
    import('../test/host/install.mjs'),
  ]);
  const lacking = ensureChromium(findChromium);
  if (lacking) return lacking;
  try {
    if (stages.some(({ command }) => !command)) installHost();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
    const show = (stream) => (data) => {
      stream.write(data);
      tail = (tail + data).slice(-8_000);
    };
    child.stdout.on('data', show(process.stdout));
    child.stderr.on('data', show(process.stderr));
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
 * What a stage's tally says, never better than its exit code.
 * @param {{ said: string, good: boolean }} ended
 */
function outcome({ said, good }) {
  const tally = tallySaid(said) ?? { passed: good ? 1 : 0, failed: 0, skipped: 0 };
  return { ...tally, failed: good ? tally.failed : Math.max(1, tally.failed) };
}

/**
 * Runs the stages of windows together. A stage that was not heard of has failed, and so has the last when only the exit code says that something did.
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
async function main() {
  const stages = chosen(process.argv.slice(2));
  installPackages();
  if (stages.some(({ name }) => name === 'unit')) {
    ensureOpenBlas();
    ensureShells();
    const lacking = ensurePython();
    if (lacking) console.log(`There is no python with its packages for the tests of exports: ${lacking}.`);
  }
  if (stages.some(({ name }) => name === 'cluster')) {
    const lacking = ensureCluster();
    if (lacking) console.log(`Nothing is tried on clusters: ${lacking}.`);
  }
  const windowed = stages.filter(({ command, env }) => !command || env);
  const obstacle = windowed.length > 0 ? await noWindow(windowed) : undefined;
  /** @type {Row[]} */
  const rows = [];
  /** @type {Stage[]} */
  const windows = [];
  for (const stage of stages) {
    const broken = stage.needs?.find((name) => rows.some((row) => row.stage.name === name && row.tally.failed > 0));
    const why = broken ? `${broken} failed` : windowed.includes(stage) && obstacle;
    if (why) {
      // A stage left out is no test passed; in CI it is a failure.
      console.log(`\n=== ${stage.name}: SKIPPED, ${why}`);
      rows.push({ stage, tally: { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 }, note: `skipped: ${why}` });
      continue;
    }
    if (!stage.command) {
      windows.push(stage);
      continue;
    }
    console.log(`\n=== ${stage.name}: ${stage.what}`);
    const began = performance.now();
    const tally = outcome(await run(stage.command, stage.minutes, stage.env));
    rows.push({ stage, tally, note: secondsSince(began) });
  }
  if (windows.length > 0) {
    for (const { name, what } of windows) console.log(`\n=== ${name}: ${what}`);
    const began = performance.now();
    rows.push(...(await runWindows(windows)));
    console.log(`\nAll windows together took ${secondsSince(began)}.`);
  }
  console.log('');
  for (const { stage, tally, note } of rows) {
    console.log(
      `${tally.failed > 0 ? 'FAIL' : 'ok  '}  ${stage.name.padEnd(14)} ${tallyLine(tally).padEnd(32)} ${note}`,
    );
  }
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
