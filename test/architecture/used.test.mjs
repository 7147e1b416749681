// What src exports, src uses: code that only tests call would be kept working for nobody.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './metafiles.mjs';

/** Languages of their own: the core that becomes WebAssembly, and what exported JavaScript runs by. */
const APART = /^src\/(engine\/linalg\/core\/assembly|export\/javascript\/runtime)\//;

/** Names that no other code of src mentions, by the reason. */
const UNMENTIONED = {
  'scripts make package.json, schemas, pages and tables of it': ['CLAIMS', 'jsonSchemas', 'manifest', 'unpackedPairs'],
  'what tests and claims ask of a model': ['predictModel'],
};

const EXPORT = /^export (?:async )?(?:abstract )?(?:function|const|class|interface|type|let) (\w+)/gm;

/** The words of a program, with how often each occurs; comments do not count. */
function wordsOf(text) {
  const counts = new Map();
  for (const [word] of text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, '').matchAll(/\w+/g))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

test('every exported name is used in src, by its own file or by others', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|mjs)$/.test(file) && !APART.test(file));
  const all = new Map();
  const exported = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [word, count] of wordsOf(text)) all.set(word, (all.get(word) ?? 0) + count);
    if (!file.endsWith('.d.ts')) for (const [, name] of text.matchAll(EXPORT)) exported.push(name);
  }
  assert.ok(exported.length > 4_000);
  const allowed = Object.values(UNMENTIONED).flat();
  const unused = exported.filter((name) => all.get(name) === 1);
  assert.deepEqual(
    unused.filter((name) => !allowed.includes(name)),
    [],
    'delete it, or move it to the tests',
  );
  assert.deepEqual(
    allowed.filter((name) => !unused.includes(name)),
    [],
    'listed, but used',
  );
});
