// One process of `npm run bench -- seconds`: starts the engine as the editor does, fits a file twice, and prints for each fit the seconds to its first figures
// and to the whole answer. The second fit, of another split, is warm: the engine has started and its code is compiled.
import { Worker } from 'node:worker_threads';
import { EngineChannel } from '../../src/engine/contract/channel';
import { clock, fitRequest } from '../harness/fitProcess.mjs';

const asked = JSON.parse(process.argv[2]);
const channel = new EngineChannel(new Worker(asked.engine, { name: 'kernelscope' }));

async function fitted(seed) {
  const elapsed = clock();
  let first;
  const run = await channel.call('fit', fitRequest(asked, seed), {
    onInterim: ({ kind }) => {
      if (kind === 'run') first ??= elapsed();
    },
  });
  const whole = elapsed();
  return { first: first ?? whole, whole, rows: run.data.train, columns: run.data.columns.length };
}

const cold = await fitted(0);
const warm = await fitted(1);
console.log(JSON.stringify({ cold, warm }));
process.exit(0);
