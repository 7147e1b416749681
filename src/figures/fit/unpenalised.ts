import type { FilterSpec } from '../../engine/contract/filter';
import { type FeatureBlock, featureCount } from '../../engine/contract/kernel';
import type { Model } from '../../engine/contract/model';
import type { RunResult, TargetResult } from '../../engine/contract/run';
import { zonesOf } from '../../engine/filters/anyFilter';
import { spanShares } from '../../engine/spectrum/spanShares';
import { studentQuantile } from '../../engine/statistics/student';
import { count, inUnits, NARROW, plain } from '../../engine/words/numbers';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import type { RunView } from '../view/view';

/** More names than this are given as a number. */
const MOST_NAMES = 5;

/** The model's blocks without the random features of a ridge fit on them, which stand last and are penalised. */
export function unpenalisedBlocks({ model, approximation }: RunResult): readonly FeatureBlock[] {
  const { unpenalised } = model;
  const penalised = approximation?.kind === 'randomFeatures' && unpenalised[unpenalised.length - 1]?.kind === 'units';
  return penalised ? unpenalised.slice(0, -1) : unpenalised;
}

/** "intercept", "intercept, age, age²", "intercept and 40 random ReLU features": what stands outside the penalty; '' when nothing does. */
export function unpenalisedText({ unpenalised, kept }: Pick<Model, 'unpenalised' | 'kept'>): string {
  const columns = new Set(kept);
  const parts: string[] = [];
  let at = 0;
  for (const block of unpenalised) {
    const size = sizeOf(block);
    const left = Array.from({ length: size }, (_, j) => at + j).filter((j) => columns.has(j)).length;
    at += size;
    if (left > 0)
      parts.push(block.kind === 'units' ? `${count(left)} ${block.name}${left === 1 ? '' : 's'}` : nameOf(block));
  }
  if (parts.length <= MOST_NAMES) return parts.join(', ');
  return `${parts.slice(0, MOST_NAMES - 1).join(', ')} and ${count(parts.length - MOST_NAMES + 1)} more`;
}

/** Coefficients of the unpenalised features in the stored model, for the target shown; empty for one intercept alone. */
export function coefficientsTable(view: RunView): TableSpec {
  const { model, target } = view.run;
  const output = model.outputs.find(({ name }) => name === target) ?? model.outputs[0];
  const blockNames = columnNames(unpenalisedBlocks(view.run));
  const kept = Array.from(model.kept).filter((column) => column < blockNames.length);
  const names = kept.map((column) => blockNames[column]);
  const { standardise } = view.run.request.design;
  const on = standardise ? ' on standardised columns' : '';
  const title = `Coefficients as fitted${on}${view.moved ? ', not moved by the sliders' : ''}`;
  if (output === undefined || names.length < 2) return { id: 'coefficients', title, columns: [], rows: [] };
  const { n, unpenalised } = view.run.spectrum;
  const errors = view.run.coefficientErrors;
  const times = studentQuantile(0.975, n - unpenalised);
  const order = Array.from(names, (_, j) => j);
  const format = inUnits(Math.max(...order.map((j) => Math.abs(output.beta[j]))), 4);
  // Hidden units and random features are many and alike: the largest tell most.
  if (order.length > 12) order.sort((a, b) => Math.abs(output.beta[b]) - Math.abs(output.beta[a]));
  const shown = order.slice(0, 12);
  const units = unitsOf(unpenalisedBlocks(view.run), model);
  const perUnit = (j: number): string => {
    const unit = units[kept[j]];
    if (!Number.isFinite(unit)) return '';
    const value = output.beta[j] / unit;
    const half = errors && (times * errors[j]) / unit;
    return half ? `${inUnits(Math.max(Math.abs(value), half), 3)(value)} ± ${inUnits(half, 2)(half)}` : plain(value, 3);
  };
  const more = order.length - shown.length;
  return tableOf(
    {
      id: 'coefficients',
      title: more > 0 ? `${title}, the largest 12 of${NARROW}${count(order.length)}` : title,
    },
    shown,
    [
      wordColumn('Unpenalised feature', (j) => names[j]),
      numberColumn('Coefficient', (j) => format(output.beta[j])),
      ...(errors ? [numberColumn<number>(`± 95${NARROW}%`, (j) => inUnits(errors[j], 2)(times * errors[j]))] : []),
      ...(standardise && units.some(Number.isFinite) ? [numberColumn<number>('Per unit', perUnit)] : []),
    ],
  );
}

/**
 * The unit of each feature in standardised columns: for a column its deviation, for a product (of columns less their
 * means) the product of the deviations of all its factors; NaN for features without a unit.
 */
const unitsOf = (blocks: readonly FeatureBlock[], { transform }: Model): number[] =>
  blocks.flatMap((block) =>
    block.kind === 'monomial'
      ? block.powers.reduce((unit, { column, power }) => unit * transform.scale[column] ** power, 1)
      : new Array<number>(sizeOf(block)).fill(Number.NaN),
  );

/**
 * The fractions of the target's variance within the unpenalised features, which include the directions that the filter
 * leaves unpenalised, and outside them, by target and filter. Undefined where nothing but a constant is unpenalised or
 * no constant is; for classes, whose noise is not of one size; for robust fits; and beside hidden units, which were
 * trained on the target.
 */
export function unpenalisedShares(
  { model, parameters, classes }: Pick<RunResult, 'model' | 'parameters' | 'classes'>,
  { spectrum, variance, noise, metrics, robust, filter }: TargetResult,
  shown: { readonly filter: FilterSpec; readonly df: number } = { filter, df: metrics.degreesOfFreedom },
): ReturnType<typeof spanShares> {
  const trained = parameters.some(({ name, value }) => name === 'hidden' && Number(value) > 0);
  if (robust || classes || trained || model.unpenalised[0]?.kind !== 'constant') return undefined;
  const leading = zonesOf(shown.filter, spectrum.rank)?.from ?? 0;
  return spanShares(spectrum, variance, noise, leading, shown.df - spectrum.unpenalised - leading);
}

function columnNames(blocks: readonly FeatureBlock[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'units'
      ? Array.from({ length: sizeOf(block) }, (_, j) => `${block.name} ${j + 1}`)
      : [nameOf(block)],
  );
}

function nameOf(block: Exclude<FeatureBlock, { kind: 'units' }>): string {
  return block.kind === 'constant' ? 'intercept' : block.name;
}

function sizeOf(block: FeatureBlock): number {
  return block.kind === 'units' ? featureCount(block.map) : 1;
}
