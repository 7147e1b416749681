// Comparisons to look at in their panel, made by the figures' tests.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = `
  import { pack } from './src/engine/contract/pack';
  import { compareClasses, compareExample, compareRace } from './test/figures/compareExample';
  const sized = { n: 240, holdout: 80 };
  const about = { file: 'pumps.csv', target: 'pressure', fits: [] };
  const MADE = {
    runs: () => ({ ...about, runs: compareExample(sized) }),
    targets: () => ({ ...about, runs: compareExample({ ...sized, more: true }).slice(0, 2) }),
    classes2: () => ({ ...about, target: 'weather', runs: compareClasses(2) }),
    classes3: () => ({ ...about, target: 'weather', runs: compareClasses(3) }),
    race: () => ({ ...about, runs: [], race: compareRace(), fits: ['line', 'gaussian', 'matern32'] }),
    'race-run': () => ({ ...about, runs: compareExample(sized).slice(0, 1), race: compareRace(), fits: ['line', 'gaussian', 'matern32'] }),
  };
  export const packed = (name) => pack(MADE[name]());`;

let module;

/** One of the names above, as the page takes it. */
export async function packedComparison(name) {
  module ??= bundled();
  return (await module).packed(name);
}

async function bundled() {
  /** @type {import('esbuild').StdinOptions} */
  const stdin = { contents: SOURCE, resolveDir: root, loader: 'ts' };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, platform: 'node', format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
