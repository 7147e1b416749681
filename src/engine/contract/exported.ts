import type { Model } from './model';

/** The formats that a model is exported to, beside its own file. */
export const MODEL_FORMATS = ['python', 'javascript', 'onnx', 'json', 'notebook', 'script', 'cell'] as const;
export type ModelFormat = (typeof MODEL_FORMATS)[number];

export interface ExportRequest {
  readonly model: Model;
  readonly format: ModelFormat;
  /**
   * True to export prediction intervals. Those of a spectral fit may have to be stored, as many numbers as training
   * rows times directions: true includes them whatever their size; if omitted, they are left out where the export would
   * be many times larger than the model, and a note says so.
   */
  readonly intervals?: boolean;
  /** onnx only: numbers of 64 bits in place of 32. */
  readonly float64?: boolean;
  /** cell only: the variable of Python that holds the table; if omitted, the cell reads the file. */
  readonly variable?: string;
}

export interface Exported {
  readonly files: readonly ExportedFile[];
  /** The size of the files, to be reported before they are written. */
  readonly size: string;
  /** Says that prediction intervals were left out for their size; omitted otherwise. */
  readonly leftOut?: string;
}

/** A file of an export; its name is one of a fixed list. */
export interface ExportedFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}
