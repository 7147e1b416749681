import { readProperty } from '../choices/fitProperties';
import type { EngineCall } from '../doors/brief/explainBrief';
import type { CallOptions } from '../engine/contract/channel';
import { KernelscopeError } from '../engine/contract/failure';
import type { MethodSpec } from '../engine/contract/method';
import type { EngineApi, EngineMethod } from '../engine/contract/rpc';
import type { Json } from '../engine/contract/schema';
import type { Folders } from './folders';
import type { KeptRuns } from './keptRuns';
import type { ToolCall } from './server';

/** What all calls of a client share. */
export interface Session {
  readonly engine: Calls;
  readonly folders: Folders;
  readonly kept: KeptRuns;
  readonly methods: readonly MethodSpec[];
  readonly mayWrite: boolean;
}

/** An engine that is somewhere else. */
interface Calls {
  call<M extends EngineMethod>(
    method: M,
    params: EngineApi[M]['params'],
    options: CallOptions,
  ): Promise<EngineApi[M]['result']>;
}

/** Requests to the engine for a tool's call, which ends them when it is cancelled. */
export const caller =
  ({ engine }: Session, { signal, report }: ToolCall): EngineCall =>
  (method, params) =>
    engine.call(method, params, { signal, onProgress: report });

/** Properties of arguments that several tools take. */
export const FILE: Json = {
  type: 'string',
  description: 'Path of a CSV or other delimited text file in a folder of this server, relative to it.',
};
export const READ: Json = readProperty();

/** What nobody else is affected by; of tools that may write, files are only added. */
export const annotations = (title: string, mayWrite = false): Json => ({
  title,
  readOnlyHint: !mayWrite,
  destructiveHint: false,
  openWorldHint: false,
});

/** Takes a member that names a file to write out of a tool's arguments. Throws `parameter/…`, also where nothing may be written. */
export function outputOf<T extends object>(
  { mayWrite }: Session,
  name: string,
  input: T,
): { readonly out: string | undefined; readonly asked: object } {
  const { [name]: out, ...asked } = input as Readonly<Record<string, unknown>>;
  if (out === undefined) return { out: undefined, asked };
  if (!mayWrite)
    throw new KernelscopeError(
      'parameter/invalid',
      `This server writes no files, so there is no ${name}. A person can start it with --allow-write.`,
      { name },
    );
  if (typeof out === 'string' && out.trim() !== '') return { out: out.trim(), asked };
  throw new KernelscopeError('parameter/invalid', `The argument ${name} has to be the path of a new file.`, { name });
}
