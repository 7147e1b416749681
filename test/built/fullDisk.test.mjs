// Disks that fill in the middle of what is written: every output of every command is there whole, or an error is said and the file is as it was.
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
writeFileSync(file, `${lines.slice(0, 121).join('\n')}\n`);
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
const fit = ['fit', file, '--target', target, '--method', 'rf-ridge', ...quick];
const plan = ['cluster', 'plan', file, '--target', target, '--method', 'rf-ridge', ...quick];
const at = (name) => join(folder, name);
for (const words of [
  [...fit, '--save', at('model')],
  [...plan, '--out', at('plan')],
  ['cluster', 'map', at('plan'), '1', '--out', at('sums')],
  ['cluster', 'solve', at('plan'), at('sums'), '--out', at('solution')],
  ['cluster', 'map', at('plan'), '1', '--solution', at('solution'), '--out', at('errors')],
]) {
  const { status, stderr } = run(words);
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
}

const finish = ['cluster', 'finish', at('plan'), at('solution'), at('errors')];
const compare = ['compare', file, '--target', target, '--set', 'folds=3', '--set', 'maxRows=60'];
/**
 * Command lines with the option that names the output.
 * @type {[string[], string][]}
 */
const OUTPUTS = [
  [fit, '--save'],
  [fit, '--json'],
  [['predict', at('model'), file], '--out'],
  [['predict', at('model'), file], '--json'],
  [['inspect', file], '--table'],
  [['inspect', file], '--json'],
  [compare, '--json'],
  [['recommend', file, '--target', target], '--json'],
  [plan, '--out'],
  [['cluster', 'map', at('plan'), '1'], '--out'],
  [['cluster', 'solve', at('plan'), at('sums')], '--out'],
  [['cluster', 'map', at('plan'), '1', '--solution', at('solution')], '--out'],
  [['cluster', 'merge', at('plan'), at('sums')], '--out'],
  [['cluster', 'parts', at('plan')], '--out'],
  [finish, '--save'],
  [fit, '--report'],
];
/** @type {[string[], string][]} */
const FOLDERS = [
  [fit, '--out'],
  [compare, '--out'],
  [finish, '--out'],
  [['export', at('model'), '--as', 'python'], '--out'],
];
const skip = process.platform === 'win32' ? 'no shell that limits files' : false;

/** Bytes of each output, where there is room. */
const sizes = OUTPUTS.map(([words, option]) => {
  const { status, stderr } = run([...words, option, at('out')]);
  if (status !== 0) throw new Error(`${words.join(' ')} ${option}: ${stderr}`);
  const { size } = statSync(at('out'));
  rmSync(at('out'));
  return size;
});
/** Characters by which two results of one command line may differ: the seconds that they took. */
const VARYING = 128;
/** A limit within which the last part of so many bytes does not fit whole. */
const tooFew = (size, block = BLOCK) => Math.max(0, Math.floor((size - VARYING) / block));

test('a file that may not become as long as it has to', { skip }, () => {
  for (const [i, [words, option]] of OUTPUTS.entries()) {
    const path = at('out');
    const said = `${words.join(' ')} ${option}`;
    writeFileSync(path, OLD);
    const there = readdirSync(folder).sort();
    const { status, stderr } = run([...words, option, path], { before: `ulimit -f ${tooFew(sizes[i])}; ` });
    assert.equal(status, 1, `${said}, ${sizes[i]} bytes: ${stderr}`);
    assert.match(stderr, /^kernelscope: .* was not written: [^\n]*\.\n$/);
    assert.equal(readFileSync(path, 'utf8'), OLD, said);
    assert.deepEqual(readdirSync(folder).sort(), there, said);
    rmSync(path);
  }
});

test('standard output that is a file', { skip }, () => {
  const printed = [fit, ['methods', '--json'], ['help', 'fit'], ['completion', 'bash']].map((words) => {
    const { status, stdout } = run(words);
    assert.equal(status, 0, words.join(' '));
    return { words, size: Buffer.byteLength(stdout) };
  });
  const written = OUTPUTS.map(([words, option], i) => ({ words: [...words, option, '-'], size: sizes[i] }));
  for (const { words, size } of [...written, ...printed]) {
    const { status, stderr } = run(words, { before: `ulimit -f ${tooFew(size)}; `, to: at('out') });
    assert.equal(status, 1, `${words.join(' ')}, ${size} bytes: ${stderr}`);
    assert.match(stderr, /^kernelscope: standard output cannot be written: .*\.\n$/m, words.join(' '));
    rmSync(at('out'));
  }
});

test('files in a folder', { skip }, () => {
  for (const [words, option] of FOLDERS) {
    const said = words.join(' ');
    const whole = run([...words, option, at('whole')]);
    assert.equal(whole.status, 0, `${said}: ${whole.stderr}`);
    const sizesIn = (place) =>
      new Map(
        readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => [name, statSync(join(parentPath, name)).size]),
      );
    const before = sizesIn(at('whole'));
    const most = Math.max(...before.values());
    const { status, stderr } = run([...words, option, at('cut')], { before: `ulimit -f ${tooFew(most)}; ` });
    assert.equal(status, 1, `${said}: ${stderr}`);
    assert.match(stderr, /^kernelscope: .* was not written: .*\.\n$/m, said);
    // An export takes away what it has begun, a report leaves what is whole.
    for (const [name, size] of existsSync(at('cut')) ? sizesIn(at('cut')) : [])
      assert.ok(Math.abs(size - (before.get(name) ?? Number.NaN)) < 64, `${said}: ${name}`);
    for (const place of ['whole', 'cut']) rmSync(at(place), { recursive: true, force: true });
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
    for (const [i, [words, option]] of OUTPUTS.entries()) {
      writeFileSync(path, OLD);
      // Pages of 4,096 bytes, of which the old file has one and the new file gets one fewer than it has to have.
      const pages = tooFew(sizes[i], 4096);
      writeFileSync(join(disk, 'fill'), new Uint8Array(4096 * (512 - 1 - pages)));
      const { status, stderr } = run([...words, option, path]);
      assert.equal(status, 1, `${words.join(' ')} ${option}: ${stderr}`);
      assert.match(stderr, /^kernelscope: .*the disk is full.*\.\n$/);
      assert.equal(readFileSync(path, 'utf8'), OLD, words.join(' '));
      assert.deepEqual(readdirSync(disk).sort(), ['fill', 'out']);
    }
  } finally {
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  }
});
