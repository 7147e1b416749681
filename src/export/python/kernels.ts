import { MIXTURE } from '../../engine/linalg/core/tanhSeries';
import { codeOf, type Spelling, TAKES } from '../kernels/code';
import type { PortableLeaf } from '../portable/portable';

const NAMES: Partial<Record<Parameters<Spelling['call']>[0], string>> = { asin: 'arcsin', acos: 'arccos' };

/** As numpy writes arithmetic, the numbers of a kernel being entries of `p`. */
export const PYTHON: Spelling = {
  call: (name, ...values) => `np.${NAMES[name] ?? name}(${values.join(', ')})`,
  ratio: (a, b) => `ratio(${a}, ${b})`,
  power: (a, exponent) => `${a} ** ${exponent}`,
  parameter: (name, index) => `p["${name}"]${index === undefined ? '' : `[${index}]`}`,
  assign: (name, value) => `${name} = ${value}`,
  tanhNetwork: (...values) => `_tanh_network(${values.join(', ')})`,
};

/** The formulas of these leaves as functions of numpy arrays, and the table that finds them by name. */
export function pythonKernels(leaves: readonly PortableLeaf[]): string {
  const functions = leaves.map((leaf) => {
    const { lines, value } = codeOf(leaf, PYTHON);
    const body = [...lines, `return ${value}`].map((line) => `    ${line}`);
    return `def _${leaf.function}(${TAKES[leaf.argument]}):\n${body.join('\n')}\n\n\n`;
  });
  const entries = leaves.map(({ function: name }) => `"${name}": _${name}`);
  return `${leaves.some(({ function: name }) => name === 'tanhNetwork') ? TANH_NETWORK : ''}${functions.join('')}KERNELS = {${entries.join(', ')}}`;
}

/** tanh u as the mean of erf(rate·u) with weights: every pair of terms is an arcsine. */
export const TANH_NETWORK = `_RATES = np.array([${MIXTURE.map(([rate]) => rate).join(', ')}])
_WEIGHTS = np.array([${MIXTURE.map(([, weight]) => weight).join(', ')}])


def _tanh_network(covariance, va, vb):
    total = 0
    for rate, weight in zip(_RATES, _WEIGHTS):
        s = math.sqrt(2) * rate / np.sqrt(1 + 2 * rate * rate * va)
        for other, share in zip(_RATES, _WEIGHTS):
            t = math.sqrt(2) * other / np.sqrt(1 + 2 * other * other * vb)
            total = total + weight * share * np.arcsin(np.clip(covariance * s * t, -1, 1))
    return 2 / math.pi * total


`;
