// One fit of `npm run bench -- promises`, in a new process, so that nothing is cached. Prints its estimate and what it took.

import { Engine } from '../../src/engine/engine';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import { embeddedAlone } from '../../src/engine/machine/backEnd';
import { plannedMemory } from '../../src/engine/machine/memory';

const { path, target, task, method, threads } = JSON.parse(process.argv[2]);
const linalg = threads > 0 ? createEmbedded({ threads }) : undefined;
const engine = new Engine({
  memory: plannedMemory,
  linearAlgebra: linalg ? () => ({ linalg, notes: [] }) : embeddedAlone(),
  reproductions: () => Promise.reject(new Error('not here')),
  exports: () => Promise.reject(new Error('not here')),
});
const context = { progress() {}, cancelled: false, check() {} };
/** @type {import('../../src/engine/contract/data').FileSource} */
const source = { kind: 'path', path };
/** @type {import('../../src/engine/contract/run').FitRequest} */
const request = {
  source,
  read: {},
  method,
  parameters: {},
  design: {
    target,
    task,
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed: 0,
  },
};
const { seconds: estimated, range, rows, columns } = await engine.handlers.estimate(request, context);
const before = process.cpuUsage();
const started = performance.now();
await engine.handlers.fit(request, context);
const used = process.cpuUsage(before);
console.log(
  JSON.stringify({
    rows,
    columns,
    estimated,
    range,
    wall: (performance.now() - started) / 1000,
    processor: (used.user + used.system) / 1e6,
  }),
);
process.exit(0);
