import type { EngineClient } from '../client/engineClient';
import { type EngineCall, type House, isSaved, type KeptRun } from '../doors/house';
import { editorSettingsIn, fileAddress, NOTHING_SET, storedRun } from '../doors/runs/history';
import type { RunStore } from '../doors/runs/store';
import type { MethodSpec } from '../engine/contract/method';
import type { AnyRun } from '../engine/contract/run';
import { readModel } from '../engine/model/readModel';
import type { Folders } from './folders';
import { type KeptRuns, pathOfRun } from './keptRuns';
import type { ToolCall } from './server';

/** The objects that all calls of a client share. */
export interface ServerSession {
  readonly engine: Pick<EngineClient, 'call'>;
  readonly folders: Folders;
  readonly kept: KeptRuns;
  /** The store for fits; if omitted, they are stored in memory. */
  readonly history?: RunStore;
  readonly methods: readonly MethodSpec[];
  readonly mayWrite: boolean;
}

/** The services that an operation needs, for one call of a tool, which ends its requests when it is cancelled. */
export function houseOf(session: ServerSession, { signal, report }: ToolCall): House {
  const { engine, folders, kept, history, methods, mayWrite } = session;
  const call: EngineCall = (method, params) => engine.call(method, params, { signal, onProgress: report });
  const set = async () => (history ? editorSettingsIn(history.folder) : NOTHING_SET);
  const house: House = {
    call,
    methods: async () => methods,
    source: (file) => folders.file(file),
    shown: (path) => folders.shown(path),
    async reading(file) {
      const { readings } = await set();
      const address = fileAddress((await folders.file(file)).path);
      return Object.hasOwn(readings, address) ? readings[address] : {};
    },
    settings: async () => (await set()).defaults,
    async fit(request) {
      const run = await call('fit', request);
      if (!history) return kept.add(run);
      await history.save({ ...run, origin: fileAddress(pathOfRun(run)) });
      return storedAs(run);
    },
    run: async (id) => (history ? storedAs(await storedRun(history, id)) : kept.get(id)),
    async model(named) {
      if (named !== undefined && isSaved(named)) {
        const { path } = await folders.file(named.trim());
        const id = folders.shown(path);
        return { id, model: await readModel(path, id), rowsOf: path };
      }
      const { id, run, file } = await house.run(named);
      return { id, model: run.model, rowsOf: file };
    },
    ...(mayWrite && { places: folders }),
  };
  return house;
}

const storedAs = (run: AnyRun): KeptRun => ({
  id: run.id,
  run,
  file: pathOfRun(run),
  where: `Stored in the history of this workspace as ${run.id}`,
});
