// What the bundles weigh and what must not be in them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUNDLES, metafile, root } from './metafiles.mjs';

/** Kilobytes. The extension's is what every start of VS Code reads; the page's is read whenever a panel opens; a fit reads the engine's. */
const BUDGET_KB = { extension: 150, engine: 570, native: 20, reproduce: 250, webview: 520, cli: 260 };

for (const bundle of BUNDLES) {
  test(`${bundle}.js stays under ${BUDGET_KB[bundle]} kB`, (t) => {
    const { outputs } = metafile(bundle);
    const kB = outputs[`dist/${bundle}.js`].bytes / 1000;
    t.diagnostic(`${bundle}.js: ${kB.toFixed(0)} kB`);
    assert.ok(kB < BUDGET_KB[bundle], `${kB.toFixed(0)} kB`);
  });

  test(`${bundle}.js has no source map and no path of this machine`, () => {
    const text = readFileSync(join(root, `dist/${bundle}.js`), 'utf8');
    assert.doesNotMatch(text, /sourceMappingURL/);
    assert.equal(text.includes(root), false);
  });
}

test('the notices name every package in the bundles', () => {
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const packages = new Set();
  for (const bundle of BUNDLES) {
    for (const file of Object.keys(metafile(bundle).inputs)) {
      const inside = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
      if (inside) packages.add(inside[1]);
    }
  }
  assert.ok(packages.has('chart.js'));
  // koffi lies beside the bundles, and no bundle holds it.
  assert.equal(packages.has('koffi'), false);
  if (existsSync(join(root, 'dist/koffi'))) packages.add('koffi');
  assert.deepEqual(
    [...packages].filter((name) => !notices.includes(`\n${name} `)),
    [],
  );
});
