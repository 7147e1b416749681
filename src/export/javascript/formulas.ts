import { MIXTURE } from '../../engine/linalg/core/tanhSeries';
import { codeOf, type Spelling, TAKES } from '../kernels/code';
import type { PortableLeaf } from '../portable/portable';

const NAMES: Partial<Record<Parameters<Spelling['call']>[0], string>> = { maximum: 'max', minimum: 'min' };

const JAVASCRIPT: Spelling = {
  call: (name, ...values) => `Math.${NAMES[name] ?? name}(${values.join(', ')})`,
  ratio: (a, b) => `ratio(${a}, ${b})`,
  power: (a, exponent) => `${a} ** ${exponent}`,
  parameter: (name, index) => `p.${name}${index === undefined ? '' : `[${index}]`}`,
  assign: (name, value) => `const ${name} = ${value};`,
  tanhNetwork: (...values) => `tanhNetwork(${values.join(', ')})`,
};

/** The formulas of these leaves as functions of numbers, by name. */
export function javascriptFormulas(leaves: readonly PortableLeaf[]): string {
  const entries = leaves.map((leaf) => {
    const { lines, value } = codeOf(leaf, JAVASCRIPT);
    const body = [...lines, `return ${value};`].map((line) => `    ${line}\n`).join('');
    return `  ${leaf.function}(${TAKES[leaf.argument]}) {\n${body}  },\n`;
  });
  const tanh = leaves.some(({ function: name }) => name === 'tanhNetwork') ? TANH_NETWORK : '';
  return `${RATIO}${tanh}export const FORMULAS = {\n${entries.join('')}};\n`;
}

const RATIO = `/** a/b, 0 where b is 0. */
const ratio = (a, b) => (b === 0 ? 0 : a / b);

`;

const TANH_NETWORK = `const MIXTURE = ${JSON.stringify(MIXTURE)};

/** tanh u as the mean of erf(rate·u) with weights: every pair of terms is an arcsine. */
function tanhNetwork(covariance, va, vb) {
  let total = 0;
  for (const [rate, weight] of MIXTURE) {
    const s = (Math.SQRT2 * rate) / Math.sqrt(1 + 2 * rate * rate * va);
    for (const [other, share] of MIXTURE) {
      const t = (Math.SQRT2 * other) / Math.sqrt(1 + 2 * other * other * vb);
      total += weight * share * Math.asin(Math.min(1, Math.max(-1, covariance * s * t)));
    }
  }
  return (2 / Math.PI) * total;
}

`;
