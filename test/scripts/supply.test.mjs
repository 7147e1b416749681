// Everything published comes from what the lock files and these workflows name, and pages name only what is ours.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => text(`.github/workflows/${name}`));
/** The text of each job of a workflow. */
const jobsOf = (/** @type {string} */ workflow) =>
  workflow
    .slice(workflow.indexOf('\njobs:\n'))
    .split(/\n(?= {2}\w[\w-]*:\n)/)
    .slice(1);

test('actions are pinned by commit, each beside its version, and none keeps a token where later steps could read it', () => {
  const uses = workflows.flatMap((workflow) => workflow.match(/uses: .*/g) ?? []);
  assert.ok(uses.length > 10);
  for (const use of uses) assert.match(use, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const workflow of workflows) {
    const checkouts = workflow.match(/uses: actions\/checkout@.*\n.*\n.*/g) ?? [];
    assert.ok(checkouts.length > 0);
    for (const checkout of checkouts) assert.match(checkout, /\n +with:\n +persist-credentials: false$/);
  }
});

test('a job may read unless it says more, and one that may do more installs nothing that is not pinned', () => {
  for (const workflow of workflows) {
    assert.match(workflow, /\npermissions:\n {2}contents: read\n\n/);
    for (const job of jobsOf(workflow)) {
      const mayMore = /^ +(id-token|contents|packages): write$/m.test(job);
      // Packages packed here are published.
      const packs = /run package/.test(job);
      if (mayMore || packs) assert.doesNotMatch(job, /\.ci\/run|npm (test|install|i )|\bpip\b|apt|npx/, job);
    }
  }
});

test('no page has anybody run a package by a name that is not ours yet', () => {
  const pages = execFileSync('git', ['ls-files', '*.md', 'man', 'package.json', 'package.nls.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const page of pages.trim().split('\n'))
    assert.doesNotMatch(
      text(page),
      /\bnpx (-\S+ )*kernelscope|npm (install|i|exec)( -\S+)* kernelscope(?![\w-]*\.|-\d|-X)/,
      page,
    );
});

test('what the package takes of media is named, as vsce heeds no exception from what is let in', () => {
  const lines = text('.vscodeignore').trim().split('\n');
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('!')),
    ['**'],
  );
  for (const line of lines) assert.doesNotMatch(line, /^!media\/\*(\.\*)?$|icon\.svg/);
});
