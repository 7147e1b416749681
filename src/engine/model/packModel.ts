import type { Model } from '../contract/model';
import { pack } from '../contract/pack';

export const MODEL_KIND = 'kernelscope model';
/** Raised when a saved model changes so that older versions would misread it. */
export const MODEL_FORMAT = 4;
/** The oldest format that this version reads: members added later may be missing. */
export const OLDEST_FORMAT = 2;

/** A model as the bytes of a file; save.ts reads it back. */
export function packModel(model: Model): Uint8Array<ArrayBuffer> {
  return pack({ kind: MODEL_KIND, format: MODEL_FORMAT, model });
}
