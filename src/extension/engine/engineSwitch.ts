import { EngineClient } from '../../client/engineClient';
import type { EngineLog } from '../../client/engineProcess';
import { startNative } from '../../client/nativeProcess';
import { startWorker } from '../../client/workerProcess';
import type { CallOptions } from '../../engine/contract/channel';
import { KernelscopeError } from '../../engine/contract/failure';
import type { EngineApi, EngineMethod } from '../../engine/contract/rpc';
import type { ProvenLibrary } from './provenLibrary';

/** The setting kernelscope.linearAlgebra. */
export type LinearAlgebraSetting = 'auto' | 'embedded' | 'native';

/** Steps of fits on a cluster, whose machines all compute with the embedded core. */
const ON_CLUSTER: ReadonlySet<EngineMethod> = new Set(['planParts', 'finishParts'] as const);

/** Methods that give the same bits on every machine, as the command line does, unless a library is asked for. */
const ALIKE: ReadonlySet<EngineMethod> = new Set(['reproduce', 'predict', 'predictSome', 'export'] as const);

/** Milliseconds after a fit before the search for libraries starts, so that the fit's results are drawn first. */
const LEARN_AFTER = 3_000;

export interface SwitchOptions {
  /** The path of dist/engine.js, which is the script of the worker and of the process for native libraries. */
  readonly enginePath: string;
  readonly log: EngineLog;
  /** Called before every request, so that a change of the setting needs no restart. */
  readonly setting: () => LinearAlgebraSetting;
  readonly proven: Pick<ProvenLibrary, 'where' | 'recall' | 'learn' | 'distrust'>;
  /** Milliseconds; for tests. */
  readonly learnAfter?: number;
  /** Factor by which a library must beat the embedded core; for tests. */
  readonly worthwhile?: number;
}

/**
 * Sends each request to the engine that the setting asks for: the worker with the embedded core, or a separate process
 * with a native library. All requests of one kind go the same way, so that a file is read once. Idle engines end
 * themselves.
 */
export class EngineSwitch {
  private readonly worker: EngineClient;
  private readonly native: EngineClient;
  private readonly auto: EngineClient;
  /** The file of the library that `auto` computes with. */
  private library: string | undefined;
  private disposed = false;
  private learning: NodeJS.Timeout | undefined;

  constructor(private readonly options: SwitchOptions) {
    const { enginePath, log, worthwhile, proven } = options;
    const { memory, outside } = proven.where;
    const task = () => ({ task: 'serve', outside: outside(), worthwhile }) as const;
    this.worker = new EngineClient({ start: () => startWorker(enginePath, log), log });
    this.native = new EngineClient({ start: () => startNative(enginePath, task(), log), log });
    this.auto = new EngineClient({
      start: () => {
        this.library = undefined;
        return startNative(enginePath, { ...task(), memory }, log, (file) => {
          this.library = file;
        });
      },
      log,
    });
  }

  get started(): boolean {
    return this.all().some(({ started }) => started);
  }

  async call<M extends EngineMethod>(
    method: M,
    params: EngineApi[M]['params'],
    options: CallOptions = {},
  ): Promise<EngineApi[M]['result']> {
    const client = await this.chosen(method);
    try {
      const result = await client.call(method, params, options);
      if (method === 'fit') this.learnLater();
      return result;
    } catch (error) {
      const crashed = error instanceof KernelscopeError && error.failure.code === 'engine/crashed';
      const { library } = this;
      if (crashed && client === this.auto && library && !this.disposed) await this.options.proven.distrust(library);
      throw error;
    }
  }

  dispose(): void {
    this.disposed = true;
    clearTimeout(this.learning);
    for (const client of this.all()) client.dispose();
  }

  /** Ends the engines as a crash would: for tests. */
  async crash(): Promise<void> {
    await Promise.all(this.all().map((client) => client.crash()));
  }

  /** Ends the engines as after a while without requests: for tests. */
  release(): void {
    for (const client of this.all()) client.release();
  }

  private all(): readonly EngineClient[] {
    return [this.worker, this.native, this.auto];
  }

  private async chosen(method: EngineMethod): Promise<EngineClient> {
    const setting = this.options.setting();
    if (setting === 'embedded' || ON_CLUSTER.has(method)) return this.worker;
    if (setting === 'native') return this.native;
    if (ALIKE.has(method)) return this.worker;
    return (await this.options.proven.recall()) ? this.auto : this.worker;
  }

  private learnLater(): void {
    if (this.options.setting() !== 'auto') return;
    clearTimeout(this.learning);
    this.learning = setTimeout(() => {
      // On a busy machine the timing would measure the machine, not the library.
      if (this.all().some(({ busy }) => busy)) this.learnLater();
      else if (this.options.setting() === 'auto') void this.options.proven.learn();
    }, this.options.learnAfter ?? LEARN_AFTER);
    this.learning.unref();
  }
}
