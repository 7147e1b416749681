// npm test [-- stage …]
// Installs what is missing and runs every test, or the named stages only; the last line is the tally of all of them.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addTallies, tallyLine } from '../test/e2e/steps.mjs';
import { ensureChromium, ensureOpenBlas, installPackages, root } from './prerequisites.mjs';

const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const reporter = '--test-reporter=./scripts/tallyReporter.mjs';
const node = (...args) => [process.execPath, args];
const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => `${folder}/${file}`);
const bin = (name, ...args) => node(join('node_modules', name), ...args);

/**
 * A command whose last line is a tally counts as that many tests, any other as one. `needs` names the stages that must
 * have passed; they are added when they were not asked for.
 * @typedef {{ name: string, what: string, minutes: number, window?: boolean, needs?: string[], command: [string, string[]] }} Stage
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
  { name: 'unit', what: 'engine, panel, command line', minutes: 20, command: node('scripts/unit.mjs', '--', reporter) },
  {
    name: 'architecture',
    what: 'imports, sizes of the bundles, lengths of parameter lists',
    minutes: 1,
    needs: ['build'],
    command: node('--test', reporter, ...testsIn('test/architecture')),
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
    minutes: 4,
    window: true,
    command: node('scripts/panel.mjs', '--check', '--run', 'example'),
  },
  {
    name: 'page',
    what: 'the panel by keys and clicks',
    minutes: 2,
    window: true,
    command: node('scripts/panel.mjs', '--clicks', '--run', 'example'),
  },
  {
    name: 'host',
    what: 'mocha inside the extension host of a real VS Code',
    minutes: 8,
    window: true,
    needs: ['build'],
    command: node('test/e2e/inside.mjs'),
  },
  {
    name: 'clicks',
    what: 'a person in a real window',
    minutes: 6,
    window: true,
    needs: ['build'],
    command: node('test/e2e/clicks.mjs'),
  },
  {
    name: 'methods',
    what: 'every method, its sliders and figures in a real window',
    minutes: 8,
    window: true,
    needs: ['build'],
    command: node('test/e2e/methods.mjs'),
  },
  {
    name: 'restricted',
    what: 'an untrusted workspace of two folders',
    minutes: 3,
    window: true,
    needs: ['build'],
    command: node('test/e2e/restricted.mjs'),
  },
  {
    name: 'vsix',
    what: 'the package, and the same clicks with it',
    minutes: 6,
    window: true,
    needs: ['build'],
    command: node('test/e2e/vsix.mjs'),
  },
];

/** The stages asked for and what they need, in their order. */
function chosen(names) {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no stage ${unknown.join(', ')}; there are ${STAGES.map(({ name }) => name).join(', ')}.`);
  }
  if (names.length === 0) return STAGES;
  const needed = STAGES.filter(({ name }) => names.includes(name)).flatMap(({ needs = [] }) => needs);
  return STAGES.filter(({ name }) => names.includes(name) || needed.includes(name));
}

/** Why a stage with a window cannot run here; undefined when it can. */
async function noWindow() {
  const [{ findChromium }, { installHost }] = await Promise.all([
    import('../test/e2e/browser.mjs'),
    import('../test/host/install.mjs'),
  ]);
  const lacking = ensureChromium(findChromium);
  if (lacking) return lacking;
  try {
    installHost();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** Runs a stage in its own process group, so that one that hangs is ended with all it started. */
function run({ command: [program, args], minutes }) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let tail = '';
    let late = false;
    const show = (stream) => (data) => {
      stream.write(data);
      tail = (tail + data).slice(-4_000);
    };
    child.stdout.on('data', show(process.stdout));
    child.stderr.on('data', show(process.stderr));
    const stop = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    };
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
    child.once('error', (error) => done({ passed: 0, failed: 1, skipped: 0, error }));
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      done(outcome(tail, code === 0 && !late));
    });
  });
}

/** What a stage's tally says, never better than its exit code. */
function outcome(tail, good) {
  const said = [...tail.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (!said) return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
  const [passed, failed, skipped] = said.slice(1).map((number) => Number(number ?? 0));
  return { passed, failed: good ? failed : Math.max(1, failed), skipped };
}

async function main() {
  const stages = chosen(process.argv.slice(2));
  installPackages();
  if (stages.some(({ name }) => name === 'unit')) ensureOpenBlas();
  const obstacle = stages.some(({ window }) => window) ? await noWindow() : undefined;
  const rows = [];
  for (const stage of stages) {
    const broken = stage.needs?.find((name) => rows.some((row) => row.stage.name === name && row.tally.failed > 0));
    const why = broken ? `${broken} failed` : stage.window && obstacle;
    if (why) {
      // A stage left out is no test passed; in CI it is a failure.
      console.log(`\n=== ${stage.name}: SKIPPED, ${why}`);
      rows.push({ stage, tally: { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 }, note: `skipped: ${why}` });
      continue;
    }
    console.log(`\n=== ${stage.name}: ${stage.what}`);
    const began = performance.now();
    const tally = await run(stage);
    rows.push({ stage, tally, note: `${((performance.now() - began) / 1000).toFixed(1)} s` });
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
  console.error(`npm test: ${error.message}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
