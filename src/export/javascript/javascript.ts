import { text as TYPES } from 'kernelscope-text/export/javascript/runtime/model.d.ts';
import { text as RUNTIME } from 'kernelscope-text/export/javascript/runtime/runtime.ts';
import { MIXTURE } from '../../engine/linalg/core/tanhSeries';
import { platform } from '../../platform/platform';
import { type Exporter, requireText, textFile } from '../exporter';
import { codeOf, type Spelling, TAKES } from '../kernels/code';
import { leavesOf } from '../kernels/leaves';
import type { PortableLeaf } from '../portable/portable';
import { type PortableArray, withArrays } from '../portable/withArrays';

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
function javascriptFormulas(leaves: readonly PortableLeaf[]): string {
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

/** A module without dependencies, for Node, Deno and browsers, with declarations for TypeScript. */
export const javascript: Exporter = (model) => {
  requireText(model, 11);
  return [
    textFile('model.js', MODEL),
    textFile('model.d.ts', TYPES),
    textFile('runtime.js', RUNTIME),
    textFile('formulas.js', javascriptFormulas(leavesOf(model))),
    textFile('data.js', dataModule(withArrays(model, encodedArray))),
    textFile('package.json', '{ "type": "module", "main": "model.js", "types": "model.d.ts", "private": true }\n'),
  ];
};

const MODEL = `// A model exported by Kernelscope. No package is needed: import { predict } from './model.js'. What comes back: model.d.ts.
import { DESCRIPTION } from './data.js';
import { FORMULAS } from './formulas.js';
import { modelOf } from './runtime.js';

export const { COLUMNS, predict } = modelOf(DESCRIPTION, FORMULAS);
`;

function encodedArray(array: PortableArray): unknown {
  if ('values' in array && 'rows' in array) return { $matrix: [array.rows, array.columns, base64(array.values)] };
  return { $vector: base64(Float64Array.from(array)) };
}

const base64 = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  platform.base64(new Uint8Array(buffer, byteOffset, byteLength));

/** Read as JSON at run time, so that a name in it is text whatever it holds, also where a page holds the module. */
function dataModule(value: unknown): string {
  const json = JSON.stringify(JSON.stringify(value)).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `export const DESCRIPTION = JSON.parse(${json});\n`;
}
