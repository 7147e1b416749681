import { partOf, type RunContext } from './contract/context';
import type { Exported, ExportRequest } from './contract/exported';
import { KernelscopeError } from './contract/failure';
import type { Model } from './contract/model';
import type { EngineApi, PredictedSome, PredictionFindings, Predictions } from './contract/rpc';
import { applyTransform } from './data/applyTransform';
import type { StreamSource } from './data/byteSource';
import type { Table } from './data/table';
import { changedRow } from './explain/changedRow';
import { requireMemory } from './fit/estimate';
import type { Computing } from './linalg/linalg';
import type { TextSink } from './machine/atomicWrite';
import { writeUnfollowed } from './machine/writeUnfollowed';
import { joinedPredictions } from './model/joinedPredictions';
import { type Predictor, predictExpansion, predictorOf } from './model/predict';
import { isFilter, predictionsOf, withoutGaps } from './model/predictions';
import { type PredictedFile, predictFile, predictStream } from './model/predictRows';
import { predictSome } from './model/predictSome';
import { checkModel } from './model/save';
import { computingOn, type FitMachine } from './rowStore';

/** The writers of models in other formats. */
export interface Exports {
  /** Bytes of memory that an export takes. */
  exportBytes(request: ExportRequest): number;
  exportModel(request: ExportRequest, context: Computing): Exported;
}

interface Machine extends FitMachine {
  readonly exports: () => Promise<Exports>;
}

/** The uses of an existing model. Models come from files and stored runs, and are checked first. */
export class ModelUses {
  /** The predictor, with intervals, of the model that was used last. */
  private predictor: { readonly id: string; readonly predict: Predictor } | undefined;

  constructor(private readonly machine: Machine) {}

  /** Predictions of one row of the table with some of its cells changed. */
  async whatIf(params: EngineApi['whatIf']['params'], table: Table, context: RunContext): Promise<Predictions> {
    const { id, row, values, intervals } = params;
    const model = checkModel(params.model);
    if (model.components)
      throw new KernelscopeError('parameter/invalid', 'Principal components predict no column.', { name: 'row' });
    const one = changedRow(table, model.transform, row, values);
    const { x, complete } = applyTransform(one, model.transform, undefined, partOf(context, 0, 0.1));
    const rest = computingOn(this.machine, model.x.rows, partOf(context, 0.1, 1));
    if (this.predictor?.id !== id) this.predictor = undefined;
    if (intervals && !this.predictor) {
      const n = model.x.rows;
      requireMemory('Intervals of', n, 3 * 8 * n * n, this.machine.memory());
      this.predictor = { id, predict: predictorOf(model, rest) };
    }
    const rows = this.predictor?.predict(x, rest) ?? predictExpansion(model, x, rest);
    return predictionsOf(
      one,
      model,
      withoutGaps(rows, complete, this.predictor !== undefined || !isFilter(model)),
      rest,
    );
  }

  async export(request: ExportRequest, context: RunContext): Promise<Exported> {
    const { exportBytes, exportModel } = await this.machine.exports();
    const model = checkModel(request.model);
    const checked = { ...request, model };
    const { rows } = model.x;
    requireMemory('Exporting a model of', rows, exportBytes(checked), this.machine.memory());
    return exportModel(checked, computingOn(this.machine, rows, context));
  }

  /** Predictions of a file's rows for a caller that writes block after block and holds none. */
  file({ model, ...rows }: EngineApi['predict']['params'], context: RunContext): Promise<PredictedFile> {
    // A stored run is checked too, since nothing has looked at its model yet.
    const checked = checkModel(model);
    return predictFile({ ...rows, model: checked }, computingOn(this.machine, checked.x.rows, context));
  }

  /** The predictions of streamed rows, made as they arrive. */
  stream(model: Model, source: StreamSource, context: RunContext, inverse = false): Omit<PredictedFile, 'reading'> {
    const checked = checkModel(model);
    return predictStream({ model: checked, source, inverse }, computingOn(this.machine, checked.x.rows, context));
  }

  /** Predictions of some rows, with findings that a language model may read. */
  async predictSome(
    params: EngineApi['predictSome']['params'],
    context: RunContext,
  ): Promise<PredictedSome & PredictionFindings> {
    const { model, source, out, inverse = false } = params;
    const { blocks, findings } = await this.file({ model, source, inverse }, context);
    if (out === undefined) return { ...(await predictSome(blocks(), params)), ...findings(false) };
    let some: PredictedSome | undefined;
    const write = async (sink: TextSink) => {
      some = await predictSome(blocks(), params, sink);
    };
    await writeUnfollowed(out, write, { there: 'kept', ...(source.kind === 'path' && { rowsOf: source.path }) });
    return { ...(some as PredictedSome), ...findings(false) };
  }

  /** Predictions of all rows at once. Throws `memory/too-large`. */
  async predict(
    params: EngineApi['predict']['params'],
    context: RunContext,
  ): Promise<Predictions & PredictionFindings> {
    const { reading, blocks, findings } = await this.file(params, context);
    const { outputs, components } = params.model;
    // Each output has its prediction, its interval and the observed value.
    const each = components ? components.offset.length + 1 : 6 * outputs.length;
    const text = params.keep ? 2 * reading.file.bytes : 0;
    requireMemory('Predicting', reading.rows, 8 * reading.rows * (each + 1) + text, this.machine.memory());
    return { ...(await joinedPredictions(reading.rows, blocks())), ...findings() };
  }
}
