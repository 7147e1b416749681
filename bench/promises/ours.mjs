// One fit of `npm run bench -- promises`, in a process of its own: nothing is at hand from another. Prints its estimate and what it took.

import { Engine } from '../../src/engine/engine';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import { embeddedAlone } from '../../src/engine/machine/backEnd';
import { plannedMemory } from '../../src/engine/machine/memory';

const { path, target, task, without = [], method, threads, features } = JSON.parse(process.argv[2]);
const linalg = threads > 0 ? createEmbedded({ threads }) : undefined;
const engine = new Engine({
  memory: plannedMemory,
  linearAlgebra: linalg ? () => ({ linalg, notes: [] }) : embeddedAlone(),
  reproductions: () => Promise.reject(new Error('not here')),
});
const context = { progress() {}, cancelled: false, check() {} };
const source = { kind: 'path', path };
const { columns } = await engine.handlers.inspect({ source, read: {} }, context);
const names = columns.map(({ name }) => name).filter((name) => name !== target && !without.includes(name));
const request = {
  source,
  read: {},
  method,
  parameters: {},
  design: {
    target,
    task,
    ...(without.length > 0 && { features: features ?? names }),
    missing: 'impute',
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed: 0,
  },
};
const { seconds: promised, rows, columns: d } = await engine.handlers.estimate(request, context);
const before = process.cpuUsage();
const started = performance.now();
const { timings } = await engine.handlers.fit(request, context);
const used = process.cpuUsage(before);
console.log(
  JSON.stringify({
    rows,
    columns: d,
    promised,
    wall: (performance.now() - started) / 1000,
    processor: (used.user + used.system) / 1e6,
    timings,
  }),
);
process.exit(0);
