import { text as TYPES } from 'kernelscope-text/export/javascript/runtime/model.d.ts';
import { text as RUNTIME } from 'kernelscope-text/export/javascript/runtime/runtime.ts';
import { platform } from '../../platform/platform';
import { type Exporter, requireText, textFile } from '../exporter';
import { leavesOf } from '../kernels/leaves';
import { type PortableArray, withArrays } from '../portable/withArrays';
import { javascriptFormulas } from './formulas';

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
