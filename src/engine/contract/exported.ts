import type { Model } from './model';

/** What a model is exported as, beside its own file. */
export const MODEL_FORMATS = ['python', 'javascript', 'onnx', 'json', 'notebook', 'script'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

export interface ExportRequest {
  readonly model: Model;
  readonly format: ModelFormat;
  /**
   * Prediction intervals of a spectral fit need its decomposition, as many numbers as training rows times directions: false leaves them
   * out.
   */
  readonly intervals: boolean;
  /** onnx alone: numbers of 64 bits in place of 32. */
  readonly float64?: boolean;
}

/** A file of an export, its name one of a closed list. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}
