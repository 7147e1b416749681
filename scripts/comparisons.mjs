// Comparisons to look at in their panel, made by the figures' tests.
import { bundled } from './bundled.mjs';

const SOURCE = `
  import { pack } from './src/engine/contract/pack';
  import { compareClasses, compareExample, compareRace } from './test/figures/compareExample';
  const sized = { n: 120, holdout: 80 };
  // Fits that several share are made once.
  let few;
  const runs = () => (few ??= compareExample(sized));
  const about = { file: 'pumps.csv', target: 'pressure', fits: [] };
  const MADE = {
    runs: () => ({ ...about, runs: runs() }),
    targets: () => ({ ...about, runs: compareExample({ ...sized, more: true }).slice(0, 2) }),
    classes2: () => ({ ...about, target: 'weather', runs: compareClasses(2) }),
    classes3: () => ({ ...about, target: 'weather', runs: compareClasses(3) }),
    race: () => ({ ...about, runs: [], race: compareRace(), fits: ['line', 'gaussian', 'matern32'] }),
    'race-run': () => ({ ...about, runs: runs().slice(0, 1), race: compareRace(), fits: ['line', 'gaussian', 'matern32'] }),
  };
  import { housing } from './test/figures/advice/housing';
  export const packed = (name) => pack(name === 'advice' ? { file: 'housing.csv', target: 'median_house_value', proposals: housing() } : MADE[name]());`;

/** By name: the fits take seconds, and a test looks at one in many widths. */
const comparisons = {};

/** One of the names above, as the page takes it. */
export async function packedComparison(name) {
  comparisons[name] ??= (await bundled(SOURCE)).packed(name);
  return comparisons[name];
}
