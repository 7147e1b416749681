// One fit of `npm run bench -- promises`, in a new process, so that nothing is cached. Prints its estimate and what it took.

import { Engine } from '../../src/engine/engine';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import { embeddedAlone } from '../../src/engine/machine/backEnd';
import { plannedMemory } from '../../src/engine/machine/memory';
import { clock, fitRequest } from '../harness/fitProcess.mjs';

const asked = JSON.parse(process.argv[2]);
const linalg = asked.threads > 0 ? createEmbedded({ threads: asked.threads }) : undefined;
const engine = new Engine({
  memory: plannedMemory,
  linearAlgebra: linalg ? () => ({ linalg, notes: [] }) : embeddedAlone(),
  reproductions: () => Promise.reject(new Error('not here')),
  exports: () => Promise.reject(new Error('not here')),
});
const context = { progress() {}, cancelled: false, check() {} };
const request = fitRequest(asked, 0);
const { seconds: estimated, range, rows, columns } = await engine.handlers.estimate(request, context);
const elapsed = clock();
await engine.handlers.fit(request, context);
console.log(JSON.stringify({ rows, columns, estimated, range, taken: elapsed() }));
process.exit(0);
