import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallOptions } from '../engine/contract/channel';
import type { EngineApi } from '../engine/contract/rpc';
import type { FitRequest } from '../engine/contract/run';
import { asidePath, notSetAside, settleUnfinished } from '../engine/machine/unfinished';
import { type Adapter, runAdapter } from './adapter';

type Listening = Pick<CallOptions, 'onProgress' | 'signal'>;

/** An engine, in this thread or elsewhere. */
export type CallEngine = <M extends 'planParts' | 'finishParts'>(
  method: M,
  params: EngineApi[M]['params'],
  options: Listening,
) => Promise<EngineApi[M]['result']>;

/**
 * A fit of files: the engine plans, the adapter's cluster visits the parts, the engine finishes. Throws the engine's failures, `cluster/failed` and
 * `run/cancelled`; the cluster is tried before the plan is made.
 */
export async function fitOnCluster(
  { request, ...also }: { readonly request: FitRequest; readonly importance?: boolean },
  adapter: Adapter,
  call: CallEngine,
  listening: Listening,
): Promise<EngineApi['finishParts']['result']> {
  const folder = asidePath();
  let ended = Promise.resolve();
  const visit = (words: readonly string[], share: readonly [number, number]) => {
    const begun = runAdapter(adapter, folder, words, within(listening, ...share));
    ended = begun.ended;
    return begun.done;
  };
  try {
    await mkdir(folder, { mode: 0o700 }).catch(notSetAside);
    listening.onProgress?.(0, 'trying the cluster');
    await visit(['--check'], [0, 0]);
    await call('planParts', { request, folder }, within(listening, 0, 0.1));
    await visit([join(folder, 'plan'), '--steps', folder], [0.1, 0.9]);
    return await call('finishParts', { request, folder, ...also }, within(listening, 0.9, 1));
  } finally {
    // A cancelled script still ends its tasks, and nobody waits for that.
    const removed = ended.then(() => settleUnfinished(folder));
    if (listening.signal?.aborted !== true) await removed;
  }
}

const within = ({ onProgress, signal }: Listening, from: number, to: number): Listening => ({
  ...(onProgress && { onProgress: (fraction, stage) => onProgress(from + fraction * (to - from), stage) }),
  ...(signal && { signal }),
});
