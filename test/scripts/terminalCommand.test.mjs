import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/prerequisites.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs `kernelscope` of bin/ as a shell does. */
function run(words, variables) {
  const { SystemRoot, PATHEXT } = process.env;
  const folders = [join(root, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'];
  return spawnSync(`kernelscope ${words}`, {
    shell: true,
    encoding: 'utf8',
    env: { SystemRoot, PATHEXT, PATH: folders.join(delimiter), ...variables },
  });
}

for (const [who, variables] of /** @type {const} */ ([
  ["the editor's own node", { KERNELSCOPE_NODE: process.execPath }],
  ['the node on the PATH where the editor names none', {}],
  ['the node on the PATH where that of the editor has gone', { KERNELSCOPE_NODE: join(root, 'nowhere/node') }],
])) {
  test(`the command of terminals is run by ${who}`, () => {
    assert.equal(run('--version', variables).stdout, `kernelscope ${version}\n`);
  });
}

test('the command of terminals hands on words as they are, and its exit code', () => {
  const { status, stderr } = run('fit "no such file.csv" --target "a b"', { KERNELSCOPE_NODE: process.execPath });
  assert.match(stderr, /no such file\.csv/);
  assert.equal(status, 1);
});
