import { cancelledError } from './contract/context';
import { toFailure } from './contract/failure';
import { FLAGS, type FromEngine, type Interim, type Port, type RequestContext, type ToEngine } from './contract/rpc';
import { transferables } from './contract/transferables';
import type { Engine } from './engine';

/** Reports at most this often, in milliseconds: more would only burden the port. */
const REPORT_EVERY = 40;

/**
 * Answers requests from `port`, one at a time, in the order in which they came. Every request gets exactly one answer,
 * a value or a failure; nothing that goes wrong inside a request ends the engine.
 */
export function serve(port: Port, engine: Engine): void {
  const send = (message: FromEngine, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let last: Promise<void> = Promise.resolve();

  const answer = async ({ id, method, params, flags, interim }: ToEngine): Promise<void> => {
    try {
      const handler = engine.handlers[method] as (params: unknown, context: RequestContext) => Promise<unknown>;
      const value = await handler(params, requestContext(id, flags, interim === true, send));
      send({ type: 'result', id, value }, method === 'fit' || method === 'predict' ? transferables(value) : []);
    } catch (error) {
      send({ type: 'failure', id, failure: toFailure(error) });
    }
  };

  port.on('message', (message) => {
    last = last.then(() => answer(message as ToEngine));
  });
}

function requestContext(
  id: number,
  flags: SharedArrayBuffer,
  interim: boolean,
  send: (message: FromEngine) => void,
): RequestContext {
  const raised = new Int32Array(flags);
  const isRaised = (flag: keyof typeof FLAGS) => Atomics.load(raised, FLAGS[flag]) !== 0;
  let reported = 0;
  let shown = '';
  return {
    ...(interim && { publish: (value: Interim) => send({ type: 'interim', id, interim: value }) }),
    progress(fraction, stage) {
      const now = performance.now();
      if (now - reported < REPORT_EVERY && stage === shown) return;
      reported = now;
      shown = stage;
      send({ type: 'progress', id, fraction, stage });
    },
    get cancelled() {
      return isRaised('cancel');
    },
    check() {
      if (isRaised('cancel')) throw cancelledError();
    },
    finishing: () => isRaised('finish'),
  };
}
