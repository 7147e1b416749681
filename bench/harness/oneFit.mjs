// One fit, in a new process, so that nothing is cached: prints its estimate, and the seconds and the memory that it took.

import { Engine } from '../../src/engine/engine';
import { createEmbedded } from '../../src/engine/linalg/core/embedded';
import { embeddedAlone } from '../../src/engine/machine/backEnd';
import { plannedMemory } from '../../src/engine/machine/memory';
import { clock, fitRequest } from './fitProcess.mjs';

const asked = JSON.parse(process.argv[2]);
const linalg = asked.threads > 0 ? createEmbedded({ threads: asked.threads }) : undefined;
const engine = new Engine({
  memory: plannedMemory,
  linearAlgebra: linalg ? () => ({ linalg, notes: () => [] }) : embeddedAlone(),
  reproductions: () => Promise.reject(new Error('not here')),
  exports: () => Promise.reject(new Error('not here')),
});
const context = { progress() {}, cancelled: false, check() {} };
const request = fitRequest(asked, 0);
const { seconds: estimated, range, rows, columns, bytes: promised } = await engine.handlers.estimate(request, context);
const elapsed = clock();
await engine.handlers.fit(request, context);
const taken = elapsed();
const bytes = 1024 * process.resourceUsage().maxRSS;
console.log(JSON.stringify({ rows, columns, estimated, range, taken, promised, bytes }));
process.exit(0);
