// An exported name stands for one thing: whoever meets it in an import knows which.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './metafiles.mjs';

/** Languages of their own: the core that becomes WebAssembly, and what exported JavaScript runs by. */
const APART = /^src\/(engine\/linalg\/core\/assembly|export\/javascript\/runtime)\//;

/** Names that several files may export, by the reason. */
const SHARED = {
  'the same command by another door': [
    'compareCommand',
    'fitCommand',
    'fitOnClusterCommand',
    'inspectCommand',
    'predictCommand',
    'recommendCommand',
    'reproduceCommand',
  ],
  'what the editor calls, on machines and in browsers': ['activate'],
  'a kernel, and the features that approximate it': ['spline'],
};

const EXPORT = /^export (?:async )?(?:abstract )?(?:function|const|class|interface|type|let) (\w+)/gm;

test('an exported name stands for one thing, or for the same at several doors', () => {
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = `src/${file.replaceAll('\\', '/')}`;
    if (!path.endsWith('.ts') || APART.test(path)) continue;
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(EXPORT))
      places.set(name, (places.get(name) ?? new Set()).add(path));
  }
  assert.ok(places.size > 4_000);
  const found = [...places].filter(([, files]) => files.size > 1);
  const allowed = Object.values(SHARED).flat();
  const twice = found.filter(([name]) => !allowed.includes(name)).map(([name, files]) => `${name}: ${[...files]}`);
  assert.deepEqual(twice, [], 'name one of them after what it is');
  assert.deepEqual(
    allowed.filter((name) => !found.some(([one]) => one === name)),
    [],
    'listed, but exported once',
  );
});
