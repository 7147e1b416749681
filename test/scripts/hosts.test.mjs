import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const { engines, devDependencies } = read('package.json');
const minor = (version) => Number(/^\D*\d+\.(\d+)\./.exec(version)?.[1]);

test('the types know no more of VS Code than the oldest that is supported', () => {
  assert.equal(minor(devDependencies['@types/vscode']), minor(engines.vscode));
});

test('the oldest VS Code for tests is none that is not supported, and older than the newest', () => {
  const [oldest, newest] = ['oldest', 'newest'].map((name) =>
    minor(read(`test/host/${name}/package.json`).dependencies['code-server']),
  );
  assert.ok(oldest >= minor(engines.vscode), `${oldest}`);
  assert.ok(newest > oldest, `${newest}`);
});
