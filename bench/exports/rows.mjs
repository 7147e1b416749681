import { generator } from '../../test/figures/exampleData';

/** A table of five columns and a target. */
export function rowsCsv(count, seed) {
  const next = generator(seed);
  const lines = Array.from({ length: count }, () => {
    const x = Array.from({ length: 5 }, () => 2 * next() - 1);
    return [...x, Math.sin(3 * x[0]) + x[1] * x[2] + 0.2 * next()].join(',');
  });
  return ['a,b,c,d,e,y', ...lines, ''].join('\n');
}
