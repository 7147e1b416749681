// Our side of `npm run bench -- linalg`: one request a line of JSON on stdin, one answer a line on stdout.
import { createInterface } from 'node:readline';
import { operate } from './operations.mjs';

let core;
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await reply(JSON.parse(line));
  } catch (error) {
    answer = { error: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
core?.dispose();

async function reply(request) {
  if (request.operation === 'start') {
    // Imported here, so that compiling the module and whatever else a first use costs is in the time.
    const started = performance.now();
    const { createEmbedded } = await import('../../src/engine/linalg/core/embedded');
    core = createEmbedded({ threads: request.threads });
    // Its memory and threads come up with the first use.
    core.scope(() => core.allocate(1));
    return { seconds: (performance.now() - started) / 1000 };
  }
  if (request.operation === 'about') {
    const { node, v8 } = process.versions;
    return { runtime: `node ${node}, V8 ${v8.split('.').slice(0, 2).join('.')}`, ...core.core };
  }
  if (request.operation === 'memory') {
    return { peakMegabytes: process.resourceUsage().maxRSS / 1024, arenaBytes: core.peakBytes };
  }
  const { seconds, sample } = core.scope(() => operate(core, request));
  return request.check ? { seconds, sample: Array.from(sample) } : { seconds };
}
