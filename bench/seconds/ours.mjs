// One process of `npm run bench -- seconds`: starts the engine as the editor does, fits a file twice, and prints for each fit the seconds to its first figures
// and to the whole answer. The second fit, of another split, is warm: the engine has started and its code is compiled.
import { Worker } from 'node:worker_threads';
import { EngineChannel } from '../../src/engine/contract/channel';

const { engine, path, target, task, method } = JSON.parse(process.argv[2]);
const worker = new Worker(engine, { name: 'kernelscope' });
const channel = new EngineChannel(worker);
/** @type {import('../../src/engine/contract/data').FileSource} */
const source = { kind: 'path', path };

async function fitted(seed) {
  const before = process.cpuUsage();
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  const used = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  let first;
  const run = await channel.call(
    'fit',
    {
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
        seed,
      },
    },
    {
      onInterim: ({ kind }) => {
        if (kind === 'run') first ??= { wall: since(), processor: used() };
      },
    },
  );
  const whole = { wall: since(), processor: used() };
  return { first: first ?? whole, whole, rows: run.data.train, columns: run.data.columns.length };
}

const cold = await fitted(0);
const warm = await fitted(1);
console.log(JSON.stringify({ cold, warm }));
process.exit(0);
