import { KernelscopeError } from '../contract/failure';
import { pack, unpack } from '../contract/pack';
import type { Model } from '../contract/run';

const KIND = 'kernelscope model';
/** Raised when a saved model changes so that older versions would misread it. */
const FORMAT = 1;

/** A model as the bytes of a file. */
export function packModel(model: Model): Uint8Array<ArrayBuffer> {
  return pack({ kind: KIND, format: FORMAT, model });
}

/** The model in the bytes of a file. Throws `model/unreadable`, saying why, when it is not whole and consistent. */
export function unpackModel(bytes: Uint8Array): Model {
  const saved = readPacked(bytes);
  if (!isRecord(saved) || saved.kind !== KIND) throw unreadable('it holds something else than a model');
  if (saved.format !== FORMAT)
    throw unreadable(`it was written in format ${String(saved.format)}, this version reads ${FORMAT}`);
  const flaw = flawOf(saved.model);
  if (flaw !== undefined) throw unreadable(flaw);
  return saved.model as Model;
}

function readPacked(bytes: Uint8Array): unknown {
  try {
    return unpack(bytes);
  } catch (error) {
    const why = error instanceof KernelscopeError ? error.message.replace(/^.*?: |\.$/g, '') : 'it is damaged';
    throw unreadable(why);
  }
}

/** What is wrong with a value that should be a model; undefined when nothing is. */
function flawOf(model: unknown): string | undefined {
  if (!isRecord(model)) return 'it holds no model';
  const { x, alpha, kernel, transform, centre, lambda, intervalWidth } = model;
  if (![model.version, model.method, model.target].every((text) => typeof text === 'string'))
    return 'its method or target is missing';
  if (!isRecord(kernel) || kernel.name !== 'gaussian') return 'its kernel is not known to this version';
  if (!(isPositive(kernel.lengthScale) && isPositive(lambda))) return 'its length scale or lambda is damaged';
  if (!(Number.isFinite(centre) && Number.isFinite(intervalWidth))) return 'its centre or interval is damaged';
  if (!isRecord(transform) || !Array.isArray(transform.inputs) || !Array.isArray(transform.names))
    return 'its columns are missing';
  if (!isRecord(x) || !(x.values instanceof Float64Array) || !(alpha instanceof Float64Array))
    return 'its rows or coefficients are missing';
  const rows = x.rows as number;
  const columns = x.columns as number;
  if (x.values.length !== rows * columns || alpha.length !== rows || transform.names.length !== columns)
    return 'its rows, columns and coefficients do not fit together';
  return isRecord(model.read) ? undefined : 'its reading options are missing';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY;
}

function unreadable(why: string): KernelscopeError {
  return new KernelscopeError(
    'model/unreadable',
    `This model cannot be read: ${why}. Save it again from a fit with this version.`,
  );
}
