import type { Design } from '../contract/data';
import type { FeatureBlock } from '../contract/kernel';
import type { Note } from '../contract/note';
import type { RiskPath, Scores, SpectrumData } from '../contract/run';
import { blockNames } from '../features/blocks';
import { axisValue, filterNumbers } from '../filters/anyFilter';
import { AXES } from '../filters/axes';
import { filterOf } from '../filters/table';
import { indexOfLeast } from '../spectrum/indexOfLeast';
import type { ResidualKernel } from '../spectrum/spectrum';
import { missesNominal } from '../statistics/intervals';
import { showsNothing } from '../statistics/noSignal';
import { interpolates } from '../words/methodWords';
import { count, NARROW, plain, sci } from '../words/numbers';
import { capitalised, counted, plural } from '../words/sentence';
import type { ChosenKernel } from './chooseKernel';
import type { HoldoutResult } from './holdout';
import { SHOWN } from './partialColumns';
import { rawColumns } from './rawColumn';
import type { Settings } from './settings';
import type { OutputFit } from './spectral/fitOutputs';

interface FitFacts {
  readonly design: Design;
  /** True if leave-one-out and fold errors without refits equal those of refits. */
  readonly exact: boolean;
  readonly settings: Settings;
  readonly scale: ChosenKernel;
  readonly residual: Pick<ResidualKernel, 'dropped'>;
  readonly blocks: readonly FeatureBlock[];
  readonly fit: Pick<OutputFit, 'paths' | 'filter' | 'metrics' | 'foldsBy' | 'foldsExact'>;
  readonly spectrum: SpectrumData;
  readonly holdout?: HoldoutResult;
}

/** GCV and leave-one-out choices that differ by more than this factor are worth a note. */
const APART = 3;

/** Notes that a person should know about the fit, warnings first. */
export function fitNotes(facts: FitFacts): Note[] {
  const notes = [
    ...gridEdges(facts),
    searchEdge(facts),
    disagreement(facts),
    interpolation(facts),
    numericalLimit(facts),
    beyondRank(facts),
    droppedFeatures(facts),
    coverage(facts),
    rank(facts),
    foldsInterpolated(facts),
    shortcut(facts),
    columnsNote(facts),
    noLive(facts),
  ];
  const nothing = hasNoSignal(facts);
  return notes.filter((note) => note !== undefined).filter(({ code }) => !(nothing && OF_A_CHOICE.test(code)));
}

/** Codes of notes on a chosen lambda or length scale, which mean nothing if noise has chosen it. */
const OF_A_CHOICE = /^(lambda|length-scale)\//;

function hasNoSignal({ fit: { metrics, paths }, spectrum: { coordinates, beyond }, holdout }: FitFacts): boolean {
  const variance = coordinates.reduce((sum, c) => sum + c * c, beyond.score);
  return showsNothing({ loo: metrics.loo, ...(holdout && { holdout: holdout.scores }) }, paths, variance);
}

export const warning = (code: string, text: string): Note => ({ severity: 'warning', code, text });
export const info = (code: string, text: string): Note => ({ severity: 'info', code, text });
const times = (factor: number) =>
  factor < 100 ? plain(factor, 2) : `over ${count(10 ** Math.floor(Math.log10(factor)))}`;

/**
 * Notes on an optimum at the end of a grid that could be extended. Grids of ranks cannot: they end at the kernel's
 * rank.
 */
function gridEdges({ fit: { paths, filter, metrics }, settings, spectrum }: FitFacts): Note[] {
  const spared = spectrum.unpenalised > 1 || ('k' in filterNumbers(filter) && axisValue(filter, 'k') > 0);
  return paths.flatMap((path): Note[] => {
    const { axis, values } = path;
    if (settings.filter[axis] !== undefined || AXES[axis].ofDirections) return [];
    const value = axisValue(filter, axis);
    const [first, last] = [values[0], values[values.length - 1]];
    if (value !== first && value !== last) return [];
    const free = (AXES[axis].regular === 'high') === (value === first);
    const [end, beyond] = value === first ? ['smallest', 'smaller'] : ['largest', 'larger'];
    const chosen = `the ${end} ${axis} tried, ${sci(value)}`;
    // There is nothing to decide if the features explain nothing, or only those that are not penalised do.
    if (!free && spared) return [];
    if (!free)
      return [
        info(
          'lambda/grid-edge',
          metrics.loo < LITTLE
            ? `${capitalised(chosen)}, was chosen; no stronger regularisation was tried.`
            : `The features say almost nothing about the target: ${chosen}, was chosen, and predictions are close to its mean.`,
        ),
      ];
    return isFlat(path, value) ? [] : [freeEdge('lambda/grid-edge', chosen, `a ${beyond} ${axis}`)];
  });
}

/**
 * The fraction by which an error must fall over a decade at the end of a grid for a value beyond it to be worth trying.
 */
const WORTH_TRYING = 0.01;

/** The leave-one-out error, as a fraction of the target's variance, below which the features say more than nothing. */
const LITTLE = 0.9;

/**
 * True if the error hardly falls over the last decade before this end of a path, as for a straight line, which needs no
 * ridge.
 */
export function isFlat({ values, loo }: Pick<RiskPath, 'values' | 'loo'>, end: number): boolean {
  const at = values.indexOf(end);
  const decade = values.filter((value) => Math.abs(Math.log10(value / end)) >= 1 - 1e-9);
  const near = decade[at === 0 ? 0 : decade.length - 1];
  return near !== undefined && loo[at] > (1 - WORTH_TRYING) * loo[values.indexOf(near)];
}

/** A warning that the freest fit that was tried was chosen. */
export const freeEdge = (code: string, chosen: string, further: string): Note =>
  warning(
    code,
    `${capitalised(chosen)}, was chosen: the target has almost no noise for this kernel, rows repeat, the kernel sees hardly any two rows as alike, or chance chose among few rows left out. Set ${further} to check.`,
  );

export function searchEdge({ scale }: Pick<FitFacts, 'scale'>): Note | undefined {
  if (!scale.atEdge) return undefined;
  return warning(
    'length-scale/search-edge',
    `The best length scale, ${sci(scale.lengthScale[0])}, is at the end of the range searched. Set a length scale beyond it to check.`,
  );
}

function disagreement({ fit: { paths }, settings }: FitFacts): Note | undefined {
  const [{ axis, values, least }] = paths;
  if (AXES[axis].integer) return undefined;
  const ratio = values[least.gcv] / values[least.loo];
  const factor = Math.max(ratio, 1 / ratio);
  if (factor <= APART) return undefined;
  return info(
    'lambda/gcv-disagrees',
    `GCV is lowest at ${axis} ${sci(values[least.gcv])}, ${times(factor)} times ${ratio < 1 ? 'smaller' : 'larger'} than leave-one-out: rows differ much in leverage, or repeat. Trust ${settings.selectedBy ? 'folds' : 'leave-one-out'} and held-out rows here.`,
  );
}

function interpolation({ fit: { metrics, paths }, spectrum: { n } }: FitFacts): Note | undefined {
  if (metrics.degreesOfFreedom <= 0.95 * n) return undefined;
  const [{ axis }] = paths;
  return warning('lambda/interpolates', interpolates(axis, metrics.degreesOfFreedom, n));
}

function numericalLimit({ fit: { filter }, spectrum: { n, mu } }: FitFacts): Note | undefined {
  const { lambda } = filterNumbers(filter);
  const least = n * Number.EPSILON * (mu[0] ?? 0);
  if (!lambda || lambda >= least) return undefined;
  return warning(
    'lambda/below-rounding',
    `Lambda ${sci(lambda)} is smaller than rounding errors on ${count(n)} rows, so that the smallest directions are left out. Set lambda to ${sci(least)} or more.`,
  );
}

function beyondRank({ settings, spectrum }: FitFacts): Note | undefined {
  const { r } = settings.filter;
  if (r === undefined || r <= spectrum.rank) return undefined;
  return info(
    'filter/beyond-rank',
    `r is ${count(r)}, but only ${counted(spectrum.rank, 'direction')} can be told from rounding: no more ${plural(spectrum.rank, 'is', 'are')} used.`,
  );
}

function droppedFeatures({ residual, blocks, design }: FitFacts): Note | undefined {
  const names = blockNames(blocks, design.transform.names);
  // With an intercept the last level of a category follows from the others, which needs no note.
  const dropped = residual.dropped.filter(({ column }) => !isLevel(names[column], design));
  if (dropped.length === 0) return undefined;
  const listed = dropped.slice(0, 5).map(({ column, reason }) => `${names[column]} ${reason}`);
  const more = dropped.length > 5 ? ` and ${dropped.length - 5} more` : '';
  return info('features/dropped', `Unpenalised terms left out: ${listed.join('; ')}${more}.`);
}

function isLevel(name: string, { transform }: Design): boolean {
  return transform.inputs.some((input) => input.kind === 'category' && name.startsWith(`${input.column}=`));
}

/** The thirds of `coverageByWidth` in words. */
const WIDTHS = ['narrowest', 'neither narrow nor wide', 'widest'];

function coverage({ holdout, design, spectrum }: FitFacts): Note | undefined {
  if (!holdout || design.classes) return undefined;
  const { coverage: share, n, designEffect } = holdout.scores;
  const inside = Math.round(share * n);
  if (missesNominal(share, n, spectrum.n, designEffect?.inside))
    return warning(
      'interval/misses',
      `Only ${count(inside)} of ${counted(n, 'held-out row')} ${plural(inside, 'is', 'are')} inside their 95${NARROW}% intervals: do not rely on their width. Kernel quantile regression gives intervals that are tested on rows left out.`,
    );
  return thirdMisses(holdout.scores, spectrum.n);
}

/** A note on intervals that hold overall but not where they are narrow or wide; they were calibrated by `trained` rows. */
export function thirdMisses(
  { coverage: share, n, designEffect, coverageByWidth = [] }: Scores,
  trained: number,
): Note | undefined {
  const shares = coverageByWidth.map((third) => third.coverage);
  const worst = indexOfLeast(shares);
  const third = coverageByWidth[worst];
  if (third === undefined || !missesNominal(third.coverage, third.n, trained, designEffect?.inside)) return undefined;
  const of = (part: { readonly coverage: number; readonly n: number }) =>
    `${count(Math.round(part.coverage * part.n))} of ${count(part.n)}`;
  return warning(
    'interval/misses',
    `95${NARROW}% intervals cover ${of({ coverage: share, n })} held-out rows, but only ${of(third)} where they are ${WIDTHS[worst]}: do not rely on their width.`,
  );
}

function rank({ spectrum: { n, rank: r, unpenalised } }: FitFacts): Note | undefined {
  const all = n - unpenalised;
  if (r >= all) return undefined;
  return info(
    'spectrum/rank',
    `${count(all - r)} of ${counted(all, 'eigenvalue')} ${plural(all - r, 'is', 'are')} too small to tell from rounding and treated as zero. (Normal for smooth kernels.)`,
  );
}

function foldsInterpolated({ fit: { foldsExact }, settings }: FitFacts): Note | undefined {
  if (!foldsExact || foldsExact.computed === foldsExact.of) return undefined;
  return info(
    'cv/interpolated',
    `The ${settings.folds}-fold error is computed at ${foldsExact.computed} of ${foldsExact.of} values, including all near its minimum, and interpolated along the leave-one-out curve in between.`,
  );
}

/** A note on the quantities that leave-one-out and fold errors do not learn anew. */
function shortcut({ settings, design, exact, fit }: FitFacts): Note {
  const rows = `all ${count(design.train.y.length)} training rows`;
  const scaling = `the feature scaling of ${rows}`;
  if (exact) {
    const errors = settings.folds > 0 ? 'Leave-one-out and fold errors' : 'Leave-one-out errors';
    return info('selection/shortcut', `${errors} use ${scaling}.`);
  }
  const held = `${filterOf(fit.filter).words.held} of ${rows}`;
  if (settings.folds > 0 && fit.foldsBy === 'refit')
    return info(
      'selection/shortcut',
      `Fold errors refit every fold with ${scaling}; leave-one-out errors also use ${held}.`,
    );
  const errors = settings.folds > 0 ? 'Leave-one-out and fold errors' : 'Leave-one-out errors';
  return info('selection/shortcut', `${errors} use ${held}, and their feature scaling.`);
}

export function columnsNote({ design }: Pick<FitFacts, 'design'>): Note | undefined {
  const columns = rawColumns(design.transform).length;
  if (columns <= SHOWN) return undefined;
  return info(
    'partial/most-influential',
    `Partial dependence is shown for the ${SHOWN} of ${count(columns)} columns with the largest effect.`,
  );
}

function noLive({ holdout }: FitFacts): Note | undefined {
  if (!holdout || holdout.live) return undefined;
  return info(
    'holdout/not-live',
    `The ${count(holdout.scores.n)} held-out points do not follow the sliders (too many); “Use this” updates them.`,
  );
}
