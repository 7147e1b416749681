import { KernelscopeError } from '../contract/failure';
import { featureCount } from '../contract/featureCount';
import type { FeatureMap } from '../contract/kernel';
import { unpack } from '../contract/pack';
import type { Model } from '../contract/run';
import { storedFilter } from '../filters/storedFilter';
import { isShape } from '../kernels/checkShape';
import { MODEL_FORMAT, MODEL_KIND } from './packModel';
import { isWholeMap } from './wholeMap';

/** The model in the bytes of a file. Throws `model/unreadable`, saying why, when it is not whole and consistent. */
export function unpackModel(bytes: Uint8Array): Model {
  const saved = readPacked(bytes);
  if (!isRecord(saved) || saved.kind !== MODEL_KIND) throw unreadable('it holds something else than a model');
  if (saved.format !== MODEL_FORMAT)
    throw unreadable(`it was written in format ${String(saved.format)}, this version reads ${MODEL_FORMAT}`);
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
  const { x, kernel, transform, outputs, unpenalised, kept, rootWeights, classes, taus, components } = model;
  if (![model.version, model.method].every((text) => typeof text === 'string')) return 'its method is missing';
  if (!isRecord(transform) || !Array.isArray(transform.inputs) || !Array.isArray(transform.names))
    return 'its columns are missing';
  if (!isRecord(x) || !(x.values instanceof Float64Array)) return 'its rows are missing';
  const rows = x.rows as number;
  const columns = x.columns as number;
  if (x.values.length !== rows * columns || transform.names.length !== columns)
    return 'its rows and columns do not fit together';
  if (rootWeights !== undefined && !(rootWeights instanceof Float64Array && rootWeights.length === rows))
    return 'its weights do not fit its rows';
  if (!isKernel(kernel, columns)) return 'its kernel is damaged or not known to this version';
  if (!Array.isArray(unpenalised) || !(kept instanceof Uint32Array)) return 'its unpenalised features are missing';
  if (!unpenalised.every((block) => isBlock(block, columns)))
    return 'its unpenalised features are damaged or not known to this version';
  if (!Array.isArray(outputs) || (outputs.length === 0) !== isRecord(components)) return 'its coefficients are missing';
  if (isRecord(components) && !isComponents(components, rows, unpenalised)) return 'its components are damaged';
  if (!outputs.every((output) => isOutput(output, rows, kept.length))) return 'its coefficients are damaged';
  // All outputs are filters of the spectrum, or none is.
  const filtered = outputs.some((output) => output.filter !== undefined);
  if (filtered && !outputs.every((output) => storedFilter(output.filter))) return 'its filter is damaged';
  if (taus !== undefined && !(isTaus(taus) && !filtered && outputs.length % taus.length === 0))
    return 'its quantiles are damaged';
  if (classes !== undefined && !(isRecord(classes) && Array.isArray(classes.levels))) return 'its classes are damaged';
  return isRecord(model.read) ? undefined : 'its reading options are missing';
}

function isTaus(taus: unknown): taus is readonly number[] {
  return Array.isArray(taus) && taus.length > 0 && taus.every((tau, i) => tau > (taus[i - 1] ?? 0) && tau < 1);
}

function isOutput(output: unknown, rows: number, coefficients: number): boolean {
  if (!isRecord(output) || typeof output.name !== 'string') return false;
  const { alpha, beta, intervalWidth } = output;
  return (
    alpha instanceof Float64Array &&
    alpha.length === rows &&
    beta instanceof Float64Array &&
    beta.length === coefficients &&
    // Infinite where the fit met every row exactly.
    typeof intervalWidth === 'number' &&
    intervalWidth >= 0
  );
}

function isKernel(kernel: unknown, columns: number): boolean {
  if (!isRecord(kernel)) return false;
  if (kernel.kind === 'sum') {
    return (
      Array.isArray(kernel.terms) &&
      kernel.terms.every((t) => isRecord(t) && isPositive(t.weight) && isKernel(t.kernel, columns))
    );
  }
  if (kernel.kind === 'product') {
    return Array.isArray(kernel.factors) && kernel.factors.every((factor) => isKernel(factor, columns));
  }
  const scales: unknown = kernel.lengthScale;
  return (
    Array.isArray(scales) &&
    (scales.length === 1 || scales.length === columns) &&
    scales.every(isPositive) &&
    (kernel.kind === 'features' ? isWholeMap(kernel.map, columns, isKernel) : isShape(kernel))
  );
}

function isBlock(block: unknown, columns: number): boolean {
  if (!isRecord(block)) return false;
  if (block.kind === 'constant') return true;
  if (block.kind === 'units') return isWholeMap(block.map, columns, isKernel);
  return block.kind === 'monomial' && Array.isArray(block.powers);
}

/** Lengths that fit each other, and the model's rows or, where it has none, the features of its only block. */
function isComponents(components: Record<string, unknown>, rows: number, blocks: readonly unknown[]): boolean {
  const [block] = blocks;
  const map = isRecord(block) && block.kind === 'units' ? (block.map as FeatureMap) : undefined;
  const size = rows > 0 ? rows : map ? featureCount(map) : 0;
  const { coefficients, offset, eigenvalues, meanWeights, constant, ownScale } = components;
  const l = offset instanceof Float64Array ? offset.length : 0;
  const isArray = (values: unknown, length: number) => values instanceof Float64Array && values.length === length;
  return (
    size > 0 &&
    l > 0 &&
    isArray(coefficients, size * l) &&
    isArray(eigenvalues, l) &&
    isArray(meanWeights, size) &&
    Number.isFinite(constant) &&
    isPositive(ownScale)
  );
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
