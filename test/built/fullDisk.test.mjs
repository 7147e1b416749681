// Disks that fill in the middle of a write: every kind of output of every command is complete, or an error is reported and the
// file is as it was.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'leaves.csv');
const lines = readFileSync(join(root, 'samples/leaves.csv'), 'utf8').split('\n');
writeFileSync(file, `${lines.slice(0, 61).join('\n')}\n`);
const OLD = 'as it was';
/** Bytes of what `ulimit -f` counts in sh. */
const BLOCK = 512;

/** Runs a command line by a shell that does something before; standard output goes to a file where one is given. */
function run(words, { before = '', to = '' } = {}) {
  const shell = `${before}exec "$@"${to ? ' > "$TO"' : ''}`;
  return spawnSync('sh', ['-c', shell, 'sh', process.execPath, join(root, 'dist/cli.js'), ...words], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ...(to && { TO: to }) },
  });
}

const quick = ['--set', 'features=40', '--set', 'lengthScale=1', '--set', 'compare=false'];
const target = readFileSync(file, 'utf8').split(/\r?\n/)[0].split(',')[1];
const at = (name) => join(folder, name);
const fit = ['fit', file, '--target', target, '--method', 'rf-ridge', ...quick];
const plan = ['cluster', 'plan', file, '--target', target, '--method', 'rf-ridge', ...quick];
const compare = ['compare', file, '--target', target, '--set', 'folds=3', '--set', 'maxRows=30'];
const python = ['export', at('fit.save'), '--as', 'python'];
/**
 * Command lines with the options that name their outputs, and what the files of these are called: later ones read what earlier ones wrote. Further steps of a fit on a cluster
 * write where these do, the last of them as a fit; a comparison writes a folder as a fit does.
 * @type {[name: string, words: string[], options: string[]][]}
 */
const COMMANDS = [
  ['fit', fit, ['save', 'json', 'report', 'out']],
  ['predict', ['predict', at('fit.save'), file], ['out', 'json']],
  ['inspect', ['inspect', file], ['table', 'json']],
  ['compare', compare, ['json']],
  ['recommend', ['recommend', file, '--target', target], ['json']],
  ['plan', plan, ['out']],
  ['sums', ['cluster', 'map', at('plan.out'), '1'], ['out']],
  ['python', python, ['out']],
];
/** Every output as written where there is room, with its command line without the path. */
const written = COMMANDS.flatMap(([name, words, options]) => {
  const { status, stderr } = run([...words, ...options.flatMap((option) => [`--${option}`, at(`${name}.${option}`)])]);
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return options.map((option) => {
    const path = at(`${name}.${option}`);
    return { name: `${name}.${option}`, words: [...words, `--${option}`], path, stats: statSync(path) };
  });
});
const folders = written.filter(({ stats }) => stats.isDirectory());
const outputs = written
  .filter(({ stats }) => stats.isFile())
  .map(({ stats, ...rest }) => ({ ...rest, size: stats.size }));
/** One of each way to write: bytes and text at once, rows and texts as they come. All commands share it (test/architecture/writers.test.mjs). */
const ways = outputs.filter(({ name }) => ['inspect.json', 'predict.out', 'inspect.table', 'sums.out'].includes(name));
const skip = process.platform === 'win32' ? 'no shell that limits files' : false;

/** Characters by which two results of one command line may differ: the seconds that they took. */
const VARYING = 128;
/** A limit within which the last part of so many bytes does not fit completely. */
const tooFew = (size, block = BLOCK) => Math.max(0, Math.floor((size - VARYING) / block));

test('a file that may not become as long as it has to', { skip }, () => {
  for (const { words, size } of outputs) {
    const path = at('out');
    const said = words.join(' ');
    writeFileSync(path, OLD);
    const there = readdirSync(folder).sort();
    const { status, stderr } = run([...words, path], { before: `ulimit -f ${tooFew(size)}; ` });
    assert.equal(status, 1, `${said}, ${size} bytes: ${stderr}`);
    assert.match(stderr, /^kernelscope: .* was not written: [^\n]*\.\n$/);
    assert.equal(readFileSync(path, 'utf8'), OLD, said);
    assert.deepEqual(readdirSync(folder).sort(), there, said);
    rmSync(path);
  }
});

test('standard output that is a file', { skip }, () => {
  const printed = [
    ['methods', '--json'],
    ['help', 'fit'],
  ].map((words) => {
    const { status, stdout } = run(words);
    assert.equal(status, 0, words.join(' '));
    return { words, size: Buffer.byteLength(stdout) };
  });
  for (const { words, size } of [...ways.map(({ words, size }) => ({ words: [...words, '-'], size })), ...printed]) {
    const { status, stderr } = run(words, { before: `ulimit -f ${tooFew(size)}; `, to: at('out') });
    assert.equal(status, 1, `${words.join(' ')}, ${size} bytes: ${stderr}`);
    assert.match(stderr, /^kernelscope: standard output cannot be written: .*\.\n$/m, words.join(' '));
    rmSync(at('out'));
  }
});

test('files in a folder', { skip }, () => {
  for (const { words, path } of folders) {
    const said = words.join(' ');
    const sizesIn = (place) =>
      new Map(
        readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).size]),
      );
    const before = sizesIn(path);
    const most = Math.max(...before.values());
    const { status, stderr } = run([...words, at('cut')], { before: `ulimit -f ${tooFew(most)}; ` });
    assert.equal(status, 1, `${said}: ${stderr}`);
    assert.match(stderr, /^kernelscope: .* was not written: .*\.\n$/m, said);
    // An export removes what it has begun; a report leaves the files that are complete.
    for (const [name, size] of existsSync(at('cut')) ? sizesIn(at('cut')) : [])
      assert.ok(Math.abs(size - (before.get(name) ?? Number.NaN)) < 64, `${said}: ${name}`);
    rmSync(at('cut'), { recursive: true, force: true });
  }
});

test('a disk of its own that is nearly full', { skip }, (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'kernelscope-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
  if (mounted.status !== 0) {
    rmSync(disk, { recursive: true });
    t.skip('only root may mount a disk, of a system that has tmpfs');
    return;
  }
  try {
    const path = join(disk, 'out');
    for (const { words, size } of ways) {
      writeFileSync(path, OLD);
      // Pages of 4,096 bytes, of which the old file has one and the new file gets one fewer than it has to have.
      const pages = tooFew(size, 4096);
      writeFileSync(join(disk, 'fill'), new Uint8Array(4096 * (512 - 1 - pages)));
      const { status, stderr } = run([...words, path]);
      assert.equal(status, 1, `${words.join(' ')}: ${stderr}`);
      assert.match(stderr, /^kernelscope: .*the disk is full.*\.\n$/);
      assert.equal(readFileSync(path, 'utf8'), OLD, words.join(' '));
      assert.deepEqual(readdirSync(disk).sort(), ['fill', 'out']);
    }
  } finally {
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});
