import type { Model } from './model';

/** The formats that a model is exported to, beside its own file. */
export const MODEL_FORMATS = ['python', 'javascript', 'onnx', 'json', 'notebook', 'script'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

export interface ExportRequest {
  readonly model: Model;
  readonly format: ModelFormat;
  /** True if prediction intervals are wanted. Those of a spectral fit need its decomposition, as many numbers as training rows times directions. */
  readonly intervals: boolean;
  /** onnx only: numbers of 64 bits in place of 32. */
  readonly float64?: boolean;
}

/** A file of an export; its name is one of a fixed list. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}
