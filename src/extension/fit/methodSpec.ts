import type { EngineClient } from '../../client/engineClient';
import { KernelscopeError } from '../../engine/contract/failure';
import type { MethodSpec } from '../../engine/contract/method';

/** Whoever has an engine to call. */
export interface HasEngine {
  readonly engine: Pick<EngineClient, 'call'>;
}

/** Throws `method/unknown`. */
export async function methodSpec({ engine }: HasEngine, id: string): Promise<MethodSpec> {
  const spec = (await engine.call('methods', {})).find((method) => method.id === id);
  if (!spec) throw new KernelscopeError('method/unknown', `There is no method ${id}.`, { method: id });
  return spec;
}
