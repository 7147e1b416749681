import { contextWith, partOf, type RunContext } from '../engine/contract/context';
import type { FigureSpec, Sentence } from '../engine/contract/figure';
import type { Note } from '../engine/contract/note';
import type { ReproductionRequest, ReproductionSpec } from '../engine/contract/reproduction';
import { Random } from '../engine/data/random';
import { info } from '../engine/fit/notes';
import { chosenOptions, drawCount } from './chosenOptions';
import { QUICK_LOOK, type Reduction, verdictOf, withheld } from './compared';
import {
  claimsOf,
  type Ours,
  type Outcomes,
  type Page,
  pageSettings,
  publishedNumbers,
  reproductionSpec,
  type Values,
} from './page';
import { type Piece, processorSeconds } from './pieces';
import type { Recipe, RecipeContext } from './recipe';

/**
 * A number or a list as published, as taken for a quick look, and as taken in tests that a recipe runs at all, where
 * the quick look takes long.
 */
export type Sized<T> = readonly [published: T, quick: T, tested?: T];

/** The context that a study is computed in. The parts of a study get their own fraction of the progress with it. */
export interface Run<S, G> extends RecipeContext {
  readonly request: Omit<ReproductionRequest, 'seed'>;
  /** The seed of this reproduction alone (`streamOf`), for everything drawn outside `random`. */
  readonly seed: number;
  readonly quick: boolean;
  /** The study's sizes, as published or for a quick look. */
  readonly size: S;
  /** The chosen value of each option of the page. */
  readonly options: Readonly<Record<string, string>>;
  /** 0, 1, …: an axis for whatever is drawn anew; one where nothing is. */
  readonly repetitions: readonly number[];
  /** The stream of `seed`; in a measurement a stream for its place alone, so that it can be computed without the others. */
  readonly random: Random;
  /** The result of `prepare`. */
  readonly given: G;
}

/** The findings, in words, numbers and figures. */
export interface StudyReport<P extends Page> {
  readonly finding: Sentence;
  /** By name, in their order. */
  readonly numbers: Readonly<Record<string, Ours>>;
  readonly claims?: Outcomes<P>;
  /** For the texts of the page, beside the sizes, the options, the `seed` and the number of `repetitions`. */
  readonly values?: Values;
  /** These replace the page's settings, where they depend on more than values. */
  readonly settings?: Page['settings'];
  readonly figures: readonly FigureSpec[];
  readonly notes?: readonly Note[];
}

/**
 * A published figure or table as a table of measurements: its axes, the measurement in each cell, and the report on
 * them.
 */
export interface Study<P extends Page, S extends object, G, C extends object, V> {
  readonly page: P;
  /**
   * If a quick look has other sizes, its numbers and claims say nothing: fewer repetitions alone retain more of them.
   */
  readonly sizes?: { readonly [K in keyof S]: Sized<S[K]> };
  readonly repetitions?: Sized<number>;
  /**
   * In place of `repetitions` where the page says how many draws were published: the number for a quick look. A request
   * may ask for others.
   */
  readonly fewDraws?: number;
  readonly tables?: Recipe['tables'];
  /** Computed once, before the measurements; anything it allocates in the core lives to the end. */
  readonly prepare?: (run: Run<S, undefined>) => G;
  /** Values by name. The last axis runs fastest. */
  readonly axes: (run: Run<S, G>) => { readonly [K in keyof C]: readonly C[K][] };
  /** The time of a cell relative to that of others; all alike if absent. */
  readonly work?: (cell: C) => number;
  /** Fractions of the whole time that `prepare` and `report` take; none if absent. */
  readonly shares?: { readonly prepare?: number; readonly report?: number };
  /** Names the current measurement, for the progress. */
  readonly stage: (cell: C, run: Run<S, G>) => string;
  /** One measurement, as plain data and `Float64Array`s. Anything it allocates in the core is given back after it. */
  readonly measure: (cell: C, run: Run<S, G>) => V;
  readonly report: (measurements: Measurements<C, V>, run: Run<S, G>) => StudyReport<P>;
}

/** The values of every cell. */
export class Measurements<C extends object, V> {
  constructor(private readonly rows: readonly { readonly cell: C; readonly value: V }[]) {}

  /** Values of the cells at `place` on the axes named, in the order of measurement: of all cells for {}. */
  at(place: Partial<C>): readonly V[] {
    const wanted = Object.entries(place);
    return this.rows
      .filter(({ cell }) => wanted.every(([axis, value]) => cell[axis as keyof C] === value))
      .map(({ value }) => value);
  }

  /** The results of `make` for every cell's value, in the order of measurement. */
  map<T>(make: (value: V, cell: C) => T): T[] {
    return this.rows.map(({ cell, value }) => make(value, cell));
  }
}

/** The recipe that runs a study: its sizes, draws, order, progress and verdict. */
export function study<const P extends Page, S extends object, G, C extends object, V>(
  definition: Study<P, S, G, C, V>,
): Recipe {
  const { page, tables, prepare, axes, shares = {}, report } = definition;
  const { sizes, repetitions: [most, few] = [1, 1], fewDraws } = definition;
  const spec = reproductionSpec(page);
  const smaller = Object.values<Sized<unknown>>(sizes ?? {}).some(([published, quick]) => published !== quick);
  const quickLook: Reduction | undefined = smaller ? 'size' : few < most || fewDraws ? 'repetitions' : undefined;
  return {
    spec,
    ...(quickLook && { quickLook }),
    ...(tables && { tables }),
    run(request, context) {
      const { linalg } = context;
      const whole = runOf(definition, request, context);
      const start = shares.prepare ?? 0;
      const end = 1 - (shares.report ?? 0);
      const began = process.cpuUsage();
      return linalg.scope(() => {
        const given = prepare?.(withShare({ ...whole, given: undefined }, context, 0, start)) as G;
        const run = { ...whole, given };
        const cells = productOf(axes(withShare(run, context, start, start)));
        const { measurements, earlier } = measured(definition, run, context, cells, [start, end]);
        context.progress(end, 'making figures');
        const { finding, figures, notes: own = [], ...found } = report(measurements, withShare(run, context, end, 1));
        const { seed, folds = Number.POSITIVE_INFINITY } = request;
        const values = {
          ...page.data,
          ...run.size,
          ...run.options,
          seed,
          repetitions: run.repetitions.length,
          ...found.values,
        };
        const all = run.repetitions.length >= (spec.draws ?? 0) && folds >= (spec.folds ?? 0);
        const asPublished = all && (spec.draws !== undefined || !run.quick);
        const settings = pageSettings(found.settings ?? page.settings, values, asPublished);
        const numbers = publishedNumbers(page, found.numbers);
        const claims = found.claims ? claimsOf(page, found.claims, values) : [];
        const reduced = whole.quick ? quickLook : undefined;
        const told = withheld({ numbers, claims }, reduced);
        const notes = reduced ? [...own, info('reproduction/quick-look', QUICK_LOOK[reduced])] : own;
        const verdict = verdictOf(told.numbers, told.claims);
        const seconds = earlier + processorSeconds(began);
        return { finding, settings, figures, ...told, verdict, notes, processorSeconds: seconds };
      });
    },
  };
}

/** A run whose progress is that part of the whole. */
const withShare = <T extends object>(run: T, context: RecipeContext, from: number, to: number) =>
  contextWith(partOf(context, from, to), run);

/** The values of all cells, measured or taken from an earlier run, and the processor seconds that run spent on them. */
function measured<P extends Page, S extends object, G, C extends object, V>(
  { work = () => 1, stage, measure }: Study<P, S, G, C, V>,
  whole: ReturnType<typeof runOf<P, S, G, C, V>> & { readonly given: G },
  context: RecipeContext,
  cells: readonly Placed<C>[],
  [start, end]: readonly [number, number],
): { readonly measurements: Measurements<C, V>; readonly earlier: number } {
  const { linalg, pieces } = context;
  const total = cells.reduce((sum, { cell }) => sum + work(cell), 0);
  const at = (done: number) => start + ((end - start) * done) / total;
  let done = 0;
  let earlier = 0;
  const rows = cells.map(({ cell, place }) => {
    const [from, to] = [at(done), at(done + work(cell))];
    const name = stage(cell, withShare(whole, context, from, from));
    context.check();
    context.progress(from, name);
    done += work(cell);
    const kept = pieces?.at(place) as Piece<V> | undefined;
    if (kept) {
      earlier += kept.seconds;
      return { cell, value: kept.value };
    }
    const run = { ...whole, random: streamAt(whole.seed, place) };
    const part = contextWith(partOf(named(context, name), from, to), run);
    const before = process.cpuUsage();
    const value = linalg.scope(() => measure(cell, part));
    pieces?.keep(place, { seconds: processorSeconds(before), value });
    return { cell, value };
  });
  return { measurements: new Measurements(rows), earlier };
}

/**
 * The seed of all draws of a reproduction: each has its own, so that findings of several do not come from one sample.
 * Both are integers up to 2^32 − 1.
 */
export function streamOf({ id, seedAlone }: Pick<ReproductionSpec, 'id' | 'seedAlone'>, seed: number): number {
  return seedAlone ? seed : streamAt(seed, Array.from(Buffer.from(id))).uint32();
}

/** A stream that depends on the seed and the place alone. */
function streamAt(seed: number, place: readonly number[]): Random {
  return place.reduce((random, at) => new Random((random.uint32() + at) % 2 ** 32), new Random(seed));
}

/** Puts a name before the reported stages. */
function named(context: RunContext, name: string): RunContext {
  return {
    progress: (fraction, stage) => context.progress(fraction, `${name}: ${stage}`),
    get cancelled() {
      return context.cancelled;
    },
    check: () => context.check(),
  };
}

/** Everything of a run except the prepared part and how its progress is reported. */
function runOf<P extends Page, S extends object, G, C extends object, V>(
  { page, sizes, repetitions = [1, 1], fewDraws }: Study<P, S, G, C, V>,
  request: ReproductionRequest,
  { linalg, images, tables, tested }: RecipeContext,
) {
  const quick = request.quick === true;
  const sized = <T>([published, reduced, least = reduced]: Sized<T>) => (tested ? least : quick ? reduced : published);
  const few = fewDraws === undefined ? undefined : tested ? Math.min(2, fewDraws) : fewDraws;
  const count = few === undefined ? sized(repetitions) : drawCount(page, request, few);
  const size = Object.fromEntries(
    Object.entries<Sized<S[keyof S]>>(sizes ?? {}).map(([name, both]) => [name, sized(both)]),
  );
  const seed = streamOf(page, request.seed);
  return {
    linalg,
    ...(images && { images }),
    ...(tables && { tables }),
    request,
    quick,
    size: size as S,
    options: chosenOptions(page, request),
    repetitions: upTo(count),
    seed,
    random: new Random(seed),
  };
}

/** 0, 1, … count − 1. */
export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** A combination of values, and which of each axis it has. */
interface Placed<C> {
  readonly cell: C;
  readonly place: readonly number[];
}

/** Every combination, the last axis fastest. */
function productOf<C extends object>(axes: { readonly [K in keyof C]: readonly C[K][] }): readonly Placed<C>[] {
  const lists = Object.entries<readonly C[keyof C][]>(axes);
  return lists.reduce<readonly Placed<C>[]>(
    (before, [axis, values]) =>
      before.flatMap(({ cell, place }) =>
        values.map((value, at) => ({ cell: { ...cell, [axis]: value }, place: [...place, at] })),
      ),
    [{ cell: {} as C, place: [] }],
  );
}
