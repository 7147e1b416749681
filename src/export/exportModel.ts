import type { Exported, ExportedFile, ExportRequest, ModelFormat } from '../engine/contract/exported';
import type { Model } from '../engine/contract/model';
import type { Computing } from '../engine/linalg/linalg';
import { packModel } from '../engine/model/packModel';
import { preImages } from '../engine/model/preImages';
import { fileSize } from '../engine/words/quantities';
import { counted } from '../engine/words/sentence';
import { about } from './about';
import type { Exporter } from './exporter';
import { javascript } from './javascript/javascript';
import { json } from './json';
import { cell } from './notebook/cell';
import { notebook, script } from './notebook/notebook';
import { onnx } from './onnx/onnx';
import { type IntervalBasis, isRidge, rowsBasis, storedBasis } from './portable/portableInterval';
import { hasProjection, portableModel } from './portable/portableModel';
import { numbersIn } from './portable/withArrays';
import { python } from './python/python';

const EXPORTERS: Readonly<Record<ModelFormat, Exporter>> = { python, javascript, onnx, json, notebook, script, cell };

/** Bytes that a number takes in an array, in a file, and in the forms in between. */
const BYTES_EACH: Readonly<Record<ModelFormat, number>> = {
  python: 24,
  javascript: 60,
  onnx: 32,
  json: 80,
  notebook: 40,
  script: 40,
  cell: 40,
};
/** Formats that hold no prediction intervals. */
const WITHOUT_INTERVALS: ReadonlySet<ModelFormat> = new Set(['notebook', 'script', 'cell']);
/** Matrices of n×n while the training rows are decomposed, beside their directions. */
const MATRICES = 3;

/**
 * Without being asked, an export is at most this many times the model, or at most this many bytes where that is more.
 */
const TIMES = 5;
const ALWAYS = 1e6;

/** The files of a model in a format. Throws an error that names what the format refuses. */
export function exportModel(request: ExportRequest, context: Computing): Exported {
  const { model, format } = request;
  const intervals = hasIntervals(request);
  const written = (basis?: IntervalBasis) => {
    const has = intervals && (basis !== undefined || !hasProjection(model, intervals));
    const portable = portableModel(model, has, basis, inverseOf(request, context));
    const files = EXPORTERS[format](portable, request);
    // Notebooks and scripts are one file that says all this itself.
    return WITHOUT_INTERVALS.has(format) ? files : [...files, ...about(format)(portable, request)];
  };
  if (!hasProjection(model, intervals)) return said(model, written());
  const all = rowsBasis(model, context);
  if (format === 'python' || format === 'json' || (format === 'javascript' && isRidge(model, all)))
    return said(model, written(all));
  const basis = storedBasis(all);
  const bytes = bytesWith(format, model, basis);
  if (request.intervals === true || bytes <= Math.max(ALWAYS, TIMES * packModel(model).length))
    return said(model, written(basis));
  return {
    ...said(model, written()),
    leftOut: `Prediction intervals are left out, because they would make it ${fileSize(bytes)}; exports to python have them at no such cost.`,
  };
}

/** The way back from scores to rows, for readers that compute it. */
function inverseOf({ model, format }: ExportRequest, context: Computing) {
  const { components, x } = model;
  if (!components || x.rows === 0 || (format !== 'python' && format !== 'json')) return undefined;
  return preImages({ ...model, components }, context).ridge;
}

/** Bytes of an export with stored directions, without its programs. */
function bytesWith(format: ModelFormat, model: Model, { directions }: IntervalBasis): number {
  const each = format === 'javascript' ? 4 / 3 : 1;
  return each * 8 * (numbersIn({ ...model, fitted: undefined }) + model.x.rows * directions.length);
}

function said(model: Model, files: readonly ExportedFile[]): Exported {
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  const own = packModel(model).length;
  return {
    files,
    size: `${counted(files.length, 'file')}, ${fileSize(bytes)}; the model's own file has ${fileSize(own)}.`,
  };
}

const hasIntervals = ({ intervals = true, format }: ExportRequest) => intervals && !WITHOUT_INTERVALS.has(format);

export function exportBytes(request: ExportRequest): number {
  const { model, format } = request;
  const square = hasProjection(model, hasIntervals(request)) ? model.x.rows ** 2 : 0;
  return BYTES_EACH[format] * (numbersIn(model) + square) + 8 * MATRICES * square;
}
