import { cancelledError } from './contract/context';
import { toFailure } from './contract/failure';
import { FLAGS, type FromEngine, type Interim, type Port, type RequestContext, type ToEngine } from './contract/rpc';
import { transferables } from './contract/transferables';
import type { Engine } from './engine';

/** The shortest time between reports, in milliseconds: more would only burden the port. */
const REPORT_EVERY = 40;

/** Longest rest of the engine in milliseconds while first figures are drawn, and the time between its looks at the flag of cancellation. */
const REST = 400;
const BETWEEN_LOOKS = 50;

/**
 * Answers requests from `port`, one at a time, in the order in which they came. Every request gets exactly one answer,
 * a value or a failure; nothing that goes wrong inside a request ends the engine.
 */
export function serve(port: Port, engine: Engine): void {
  const send = (message: FromEngine, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let last: Promise<void> = Promise.resolve();

  const answer = async (call: ToEngine): Promise<void> => {
    const { id, method, params } = call;
    try {
      const handler = engine.handlers[method] as (params: unknown, context: RequestContext) => Promise<unknown>;
      const value = await handler(params, requestContext(call, send));
      send({ type: 'result', id, value }, method === 'fit' || method === 'predict' ? transferables(value) : []);
    } catch (error) {
      send({ type: 'failure', id, failure: toFailure(error) });
    }
  };

  port.on('message', (message) => {
    last = last.then(() => answer(message as ToEngine));
  });
}

function requestContext({ id, flags, interim, rests }: ToEngine, send: (message: FromEngine) => void): RequestContext {
  const raised = new Int32Array(flags);
  const isRaised = (flag: keyof typeof FLAGS) => Atomics.load(raised, FLAGS[flag]) !== 0;
  const rest = () => {
    const end = performance.now() + REST;
    for (let left = REST; left > 0 && !isRaised('seen') && !isRaised('cancel'); left = end - performance.now())
      Atomics.wait(raised, FLAGS.seen, 0, Math.min(left, BETWEEN_LOOKS));
  };
  const publish = (value: Interim) => {
    send({ type: 'interim', id, interim: value });
    if (rests && value.kind === 'run' && !(flags instanceof ArrayBuffer)) rest();
  };
  let reported = 0;
  let shown = '';
  return {
    ...(interim && { publish }),
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
