import type { RunContext } from '../engine/contract/context';
import type { ExportedFile, ExportRequest, ModelFormat } from '../engine/contract/exported';
import type { LinearAlgebra } from '../engine/linalg/linalg';
import type { Exporter } from './exporter';
import { javascript } from './javascript/javascript';
import { json } from './json';
import { onnx } from './onnx/onnx';
import { hasProjection, portableModel } from './portable/portableModel';
import { numbersIn } from './portable/withArrays';
import { python } from './python/python';

const EXPORTERS: Readonly<Record<ModelFormat, Exporter>> = { python, javascript, onnx, json };

/** Bytes that a number takes in an array, in a file, and in what becomes of it on the way there. */
const BYTES_EACH: Readonly<Record<ModelFormat, number>> = { python: 24, javascript: 60, onnx: 32, json: 80 };
/** Matrices of n×n while the training rows are decomposed, beside their directions. */
const MATRICES = 3;

/** The files of a model in a format. Throws what the format refuses, by name. */
export function exportModel(request: ExportRequest, linalg: LinearAlgebra, context: RunContext): ExportedFile[] {
  const portable = portableModel(request.model, request.intervals, linalg, context);
  return EXPORTERS[request.format](portable, request);
}

export function exportBytes({ model, intervals, format }: ExportRequest): number {
  const square = hasProjection(model, intervals) ? model.x.rows ** 2 : 0;
  return BYTES_EACH[format] * (numbersIn(model) + square) + 8 * MATRICES * square;
}
