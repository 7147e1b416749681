// What shells and pipelines meet: readers that leave, pipes that bring nothing, results without a file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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
