// Each how-to page adds what it is about to a copy of the project, by its own snippets: types, contributions and the tests that it names pass.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { applySnippets, filesTouched, howTo } from '../../scripts/howTo.mjs';
import { root } from '../../scripts/prerequisites.mjs';

/** Source files that each page may ask for, at most. */
const MOST = { 'add-a-kernel.md': 5, 'add-a-filter.md': 6, 'add-a-figure.md': 3, 'add-a-command.md': 2 };

const folder = 'docs/contributing';
const pages = readdirSync(join(root, folder))
  .filter((name) => name.startsWith('add-'))
  .map((name) => ({ name, ...howTo(readFileSync(join(root, folder, name), 'utf8')) }));
const runnable = pages.filter(({ snippets }) => snippets.length > 0);

const copy = mkdtempSync(join(tmpdir(), 'kernelscope-how-to-'));
after(() => rmSync(copy, { recursive: true, force: true }));

const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  assert.equal(status, 0, `${args.join(' ')}\n${stdout.slice(-6000)}\n${stderr.slice(-3000)}`);
};

for (const { name, snippets, source, test: tests } of runnable)
  test(`${name} counts its files rightly`, () => {
    assert.deepEqual(filesTouched(snippets), { source, test: tests });
    assert.ok(source <= MOST[name], `${source} files`);
  });

test('pages that promise to be run have snippets', () => {
  assert.deepEqual(runnable.map(({ name }) => name).sort(), Object.keys(MOST).sort());
});

test('what the pages add passes the checks that they name', () => {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of new Set(listed.stdout.toString().split('\0')))
    if (file !== '') cpSync(join(root, file), join(copy, file), { recursive: false });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const { snippets } of runnable) applySnippets(snippets, copy);
  run('scripts/types.mjs', ...new Set(runnable.flatMap(({ snippets }) => snippets.map(({ file }) => file))));
  run('scripts/contributions.mjs');
  const commands = runnable.flatMap(({ tests }) => tests);
  // Tests without options of their own run at once.
  run('scripts/unit.mjs', ...new Set(commands.filter((words) => !words.includes('--')).flat()));
  for (const words of commands.filter((each) => each.includes('--'))) run('scripts/unit.mjs', ...words);
});
