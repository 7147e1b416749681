// Every fit of `npm run bench -- breakdown`, one line of JSON for a method and kernel.
import { quietContext } from '../../src/engine/contract/context';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import {
  CONTAMINATIONS,
  contaminated,
  explained,
  ROBUST_METHODS,
  robustFit,
} from '../../test/engine/methods/breakdownDraws';

const { draws, rows, kernels, methods } = JSON.parse(process.argv[2]);
const context = { ...quietContext, linalg: createEmbedded({ threads: 1 }) };
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

for (const kernel of kernels)
  for (const method of ROBUST_METHODS.filter(({ id }) => methods.length === 0 || methods.includes(id))) {
    const reached = /** @type {(keyof typeof CONTAMINATIONS)[]} */ (Object.keys(CONTAMINATIONS)).map((kind) => {
      const each = Array.from({ length: draws }, (_, seed) => {
        const { design, truth } = contaminated(kind, seed, rows);
        const { fitted, middle } = robustFit(method, kernel, design, context);
        return explained(truth, fitted[middle]);
      });
      return { kind, median: median(each), worst: Math.min(...each) };
    });
    console.log(JSON.stringify({ fit: `${method.id}, ${kernel}`, draws, count: rows, reached }));
  }
process.exit(0);
