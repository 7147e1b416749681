// man(1) can show man/kernelscope.1, and has all of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundled } from '../../scripts/bundled.mjs';
import { onPath, root } from '../../scripts/prerequisites.mjs';

const page = join(root, 'man/kernelscope.1');
const source = readFileSync(page, 'utf8');
const absent = (/** @type {string} */ program) => !onPath(program) && `there is no ${program} here`;
const { OPTIONS } = await bundled("export { OPTIONS } from './src/cli/options/table';");

test('the page is ASCII and names every option with its dashes as they are typed', () => {
  assert.match(source, /^[\n -~]*$/);
  for (const name of Object.keys(OPTIONS))
    assert.ok(source.includes(`\\fB\\-\\-${name.replaceAll('-', '\\-')}\\fR`), name);
});

test('mandoc has nothing to say against it', { skip: absent('mandoc') }, () => {
  const { stdout } = spawnSync('mandoc', ['-Tlint', '-Wwarning', page], { encoding: 'utf8' });
  // A page that is written from the code has no date.
  const said = stdout.split('\n').filter((line) => line !== '' && !line.includes('missing date'));
  assert.deepEqual(said, []);
});

test('groff has nothing to say against it', { skip: absent('groff') }, () => {
  const { stderr, status } = spawnSync('groff', ['-ww', '-man', '-Tutf8', '-z', page], { encoding: 'utf8' });
  assert.deepEqual([stderr, status], ['', 0]);
});

/** The text without the letters that bold ones are struck over. */
const plainText = (/** @type {string} */ struck) =>
  struck
    .split('\b')
    .map((part, i, all) => (i < all.length - 1 ? part.slice(0, -1) : part))
    .join('');

test('a command line can be copied from it', { skip: absent('mandoc') }, () => {
  const { stdout } = spawnSync('mandoc', ['-Tutf8', '-Owidth=100', page], { encoding: 'utf8' });
  const plain = plainText(stdout);
  assert.ok(
    plain.includes("kernelscope fit samples/leaves.csv --target shrub --set kernel='0.2*linear + matern52'"),
    plain,
  );
  assert.match(plain, /-t, --target COL/);
});
