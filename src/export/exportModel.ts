import type { RunContext } from '../engine/contract/context';
import type { ExportedFile, ExportRequest, ModelFormat } from '../engine/contract/exported';
import type { LinearAlgebra } from '../engine/linalg/linalg';
import type { Exporter } from './exporter';
import { javascript } from './javascript/javascript';
import { json } from './json';
import { notebook } from './notebook/notebook';
import { script } from './notebook/script';
import { onnx } from './onnx/onnx';
import { hasProjection, portableModel } from './portable/portableModel';
import { numbersIn } from './portable/withArrays';
import { python } from './python/python';

const EXPORTERS: Readonly<Record<ModelFormat, Exporter>> = { python, javascript, onnx, json, notebook, script };

/** Bytes that a number takes in an array, in a file, and in what becomes of it on the way there. */
const BYTES_EACH: Readonly<Record<ModelFormat, number>> = {
  python: 24,
  javascript: 60,
  onnx: 32,
  json: 80,
  notebook: 40,
  script: 40,
};
/** Formats that hold no prediction intervals. */
const WITHOUT_INTERVALS: ReadonlySet<ModelFormat> = new Set(['notebook', 'script']);
/** Matrices of n×n while the training rows are decomposed, beside their directions. */
const MATRICES = 3;

/** The files of a model in a format. Throws what the format refuses, by name. */
export function exportModel(request: ExportRequest, linalg: LinearAlgebra, context: RunContext): ExportedFile[] {
  const portable = portableModel(request.model, hasIntervals(request), linalg, context);
  return EXPORTERS[request.format](portable, request);
}

const hasIntervals = ({ intervals, format }: ExportRequest) => intervals && !WITHOUT_INTERVALS.has(format);

export function exportBytes(request: ExportRequest): number {
  const { model, format } = request;
  const square = hasProjection(model, hasIntervals(request)) ? model.x.rows ** 2 : 0;
  return BYTES_EACH[format] * (numbersIn(model) + square) + 8 * MATRICES * square;
}
