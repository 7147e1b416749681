// Situations in shells and pipelines: readers that leave, pipes that bring nothing, results without a file, full disks
// and signals.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
const cli = join(root, 'dist/cli.js');
const sample = join(root, 'samples/leaves.csv');
const fit = ['--target', 'width_mm', '--method', 'rf-ridge', '--set', 'features=20', '--set', 'lengthScale=1'];
const plan = join(folder, 'plan');

/**
 * @param {readonly string[]} words
 * @param {string} [input]
 */
const run = (words, input) =>
  spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8', ...(input !== undefined && { input }) });
const { status, stderr } = run(['cluster', 'plan', sample, ...fit, '--out', plan]);
if (status !== 0) throw new Error(stderr);

const skip = process.platform === 'win32' ? 'no shell that closes pipes' : false;
const onLinux = { skip: process.platform !== 'linux' && 'no /dev/full, and no signals like those of Linux' };

/** A new folder. */
function within(/** @type {string} */ name) {
  mkdirSync(join(folder, name));
  return join(folder, name);
}
/** Two columns of numbers. */
function numbers(/** @type {string} */ path, /** @type {number} */ rows) {
  writeFileSync(path, `a,b\n${'1,2\n'.repeat(rows)}`);
  return path;
}
/** The standard error of a command that writes to a reader, with its status last. */
const piped = (/** @type {readonly string[]} */ words, /** @type {string} */ reader, env = process.env) =>
  spawnSync('sh', ['-c', `("$@"; echo "$?" >&2) | ${reader}`, 'sh', process.execPath, cli, ...words], {
    encoding: 'utf8',
    env,
  }).stderr;
/**
 * The signal that ends a command to which `signal` is sent as soon as there is a file in a folder.
 * @param {NodeJS.Signals} signal
 * @param {string} place
 * @param {readonly string[]} words
 * @param {{ env?: NodeJS.ProcessEnv, input?: string }} [more]
 */
async function endedBy(signal, place, words, { env, input } = {}) {
  const watcher = watch(place);
  const child = spawn(process.execPath, [cli, ...words], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  // It is ended while it waits for more.
  child.stdin.on('error', () => {});
  if (input !== undefined) child.stdin.write(input);
  const ended = once(child, 'close');
  await Promise.race([once(watcher, 'change'), ended]);
  watcher.close();
  child.kill(signal);
  return (await ended)[1];
}

test('a reader that leaves ends a command in silence, as it does other programs', { skip }, () => {
  for (const words of [
    ['fit', sample, ...fit],
    ['inspect', sample, '--table', '-'],
    ['methods', '--json'],
    ['help', 'fit'],
    ['cluster', 'parts', plan],
  ]) {
    // The reader has gone before the first word.
    const shell = '{ "$@"; echo $? >&3; } 3>&1 >&4 4>&- | cat';
    const script = `exec 4> >(exec true); wait $!; ${shell}`;
    const { stdout, stderr: said } = spawnSync('bash', ['-c', script, 'bash', process.execPath, cli, ...words], {
      encoding: 'utf8',
    });
    assert.deepEqual([stdout.trim(), said], ['141', ''], words.join(' '));
  }
});

test('a pipe that brings nothing is an error of every command that reads it', () => {
  for (const words of [
    ['fit', '-', ...fit],
    ['inspect', '-'],
    ['inspect', '-', '--json'],
    ['inspect', '-', '--table', join(folder, 'none.csv')],
    ['compare', '-', '--target', 'y'],
    ['recommend', '-', '--target', 'y'],
  ]) {
    const { status: code, stdout, stderr: said } = run(words, '');
    assert.equal(code, 1, words.join(' '));
    // Where JSON is asked for, the failure is JSON.
    assert.equal(stdout === '', !words.includes('--json'), words.join(' '));
    assert.match(said, /^kernelscope: standard input is empty\. Choose [^\n]*\n$/, words.join(' '));
  }
});

test('the parts of a plan are printed where no file is named', () => {
  const { status: code, stdout, stderr: said } = run(['cluster', 'parts', plan]);
  assert.deepEqual([code, said], [0, '']);
  const parts = JSON.parse(stdout);
  assert.deepEqual(
    parts.map(({ part, path }) => [part, path]),
    [[1, sample]],
  );
});

test('a full disk on standard output is one sentence', onLinux, () => {
  const shell = ['-c', '"$@" > /dev/full', 'sh', process.execPath, cli, 'inspect', sample];
  const { status: code, stderr: said } = spawnSync('sh', shell, { encoding: 'utf8' });
  assert.deepEqual([code, said], [1, 'kernelscope: standard output cannot be written: the disk is full.\n']);
});

test('a reader that leaves before the end is no error, nor is one that leaves once it has all', { skip }, () => {
  // 240 kB are more than a pipe holds.
  const table = numbers(join(folder, 'numbers.csv'), 60_000);
  assert.equal(piped(['inspect', table, '--table', '-', '--quiet'], 'head -n 1'), '141\n');
  assert.equal(piped(['methods'], 'cat'), '0\n');
});

test('a writer that is told to end leaves nothing', onLinux, async () => {
  const place = within('ended');
  const table = numbers(join(folder, 'many.csv'), 800_000);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // The table is begun under another name, and is half there when the signal arrives.
    const words = ['inspect', table, '--table', join(place, 'table.csv')];
    assert.equal(await endedBy(signal, place, words), signal);
    assert.deepEqual(readdirSync(place), []);
  }
});

test('a prediction whose reader leaves, and one that is told to end, leave nothing', onLinux, async () => {
  const model = join(folder, 'model');
  assert.equal(run(['fit', sample, ...fit, '--quiet', '--save', model]).status, 0);
  const [header, ...rows] = readFileSync(sample, 'utf8').trimEnd().split('\n');
  // More than a block of the reader.
  const text = `${header}\n${`${rows.join('\n')}\n`.repeat(Math.ceil(2e6 / rows.join('\n').length))}`;
  const [file, tmp, out] = [join(folder, 'rows.csv'), within('tmp'), within('out')];
  writeFileSync(file, text);
  const env = { ...process.env, TMPDIR: tmp };
  for (const more of [[], ['--keep'], ['--json', join(out, 'left.json'), '--out', '-']]) {
    assert.equal(piped(['predict', model, file, '--quiet', ...more], 'head -n 1', env), '141\n');
    assert.deepEqual([readdirSync(tmp), readdirSync(out)], [[], []]);
  }
  const words = ['predict', model, '-', '--keep', '--out', join(out, 'out.csv')];
  assert.equal(await endedBy('SIGINT', tmp, words, { env, input: text }), 'SIGINT');
  assert.deepEqual([readdirSync(tmp), readdirSync(out)], [[], []]);
});
