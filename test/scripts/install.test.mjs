import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('installing runs no script of a package, and pins what it saves', () => {
  const lines = readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8').split('\n');
  for (const line of ['ignore-scripts=true', 'save-exact=true']) assert.ok(lines.includes(line), line);
});
