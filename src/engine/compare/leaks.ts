import type { Callout } from '../contract/callout';
import type { RunContext } from '../contract/context';
import { type Design, LEAST_HELD_OUT, type Matrix, type Transform } from '../contract/data';
import type { FitOutcome } from '../contract/run';
import { fileColumn } from '../data/fileColumn';
import { innerProduct } from '../linalg/dot';
import { explainedByNeighbours } from '../statistics/explainedByNeighbours';
import { logFactorials } from '../statistics/hypergeometric';
import { plain } from '../words/numbers';
import { copyLeak, formulaLeak, suspiciousScore } from '../words/rareCallouts';
import { listed, quoted } from '../words/sentence';
import { centred, combination, norm } from './combination';

/** The number of rows examined: an identity among columns holds on a part of them as on all. */
const ROWS = 4000;
/** Fewer rows follow a pattern by chance. */
const LEAST_ROWS = 30;
/** Columns named in a sentence; the others are counted. */
const NAMED = 5;
/** One column explains more than this of the target on rows left out. */
const ALONE = 0.99;
/** A fit that explains more than this of held-out rows deserves a second look. */
const SUSPICIOUS = 0.995;
/** Classes are separated by some column without a relation to them in fewer than this of such files. */
const BY_CHANCE = 0.01;

/** A finding about the columns that no honest feature would give. */
type Leak =
  /** The target is `formula` of these columns, to rounding. */
  | { readonly kind: 'combination'; readonly columns: readonly string[]; readonly formula: string }
  /** One column explains this fraction of the target's variance on rows left out, or separates all classes (then 1). */
  | {
      readonly kind: 'column';
      readonly columns: readonly [string];
      readonly explained: number;
      readonly classes: boolean;
    };

/**
 * Finds out whether columns already contain the target: it lies in their span to 1e-6 of its deviation (count =
 * casual + registered), or in that of their logarithms (price = amount × rate); or one column alone explains 0.99 of it
 * on rows left out, or separates its classes where chance would not (`separatedByChance`). Looks at no more than 4,000
 * training rows, and at no combination if there are fewer than twice as many rows as columns.
 */
export function findLeak(design: Design, context: Pick<RunContext, 'check'>): Leak | undefined {
  const { train, transform, classes } = design;
  const n = Math.min(train.x.rows, ROWS);
  const columns = columnsOf(train.x, n);
  const y = train.y.subarray(0, n);
  if (n < LEAST_ROWS || !(norm(centred(y)) > 0)) return undefined;
  if (!classes && n >= 2 * columns.length + 10) {
    const combined = sum(columns, y, transform, context) ?? product(columns, y, transform, context);
    if (combined) return combined;
  }
  // A single feature is meant to predict alone.
  return transform.inputs.length > 1 ? alone(columns, y, design, context) : undefined;
}

/**
 * At most one callout, about the leak found or about a score that is too good. A single feature is meant to predict
 * alone, and a handful of rows may do so by chance.
 */
export function leakCallouts(design: Design, leak: Leak | undefined, outcome?: Pick<FitOutcome, 'metrics'>): Callout[] {
  const { target, classes, transform, callouts } = design;
  if (leak) return [leakCallout(leak, design)];
  const holdout = outcome?.metrics.holdout;
  const judged =
    !classes &&
    !callouts?.some(({ kind }) => kind === 'leak') &&
    transform.inputs.length > 1 &&
    holdout !== undefined &&
    holdout.n >= LEAST_HELD_OUT;
  return judged && holdout.r2 > SUSPICIOUS ? [suspiciousScore(target, holdout.r2)] : [];
}

function leakCallout(leak: Leak, { target, transform }: Pick<Design, 'target' | 'transform'>): Callout {
  const of = fileColumn(transform);
  const places = leak.columns.map((name) => of[transform.names.indexOf(name)]);
  const columns = [...new Set(places.map((place) => transform.inputs[place].column))];
  return leak.kind === 'combination'
    ? formulaLeak(target, leak.formula, columns)
    : copyLeak(target, columns[0], leak.explained, leak.classes);
}

/** The target as a linear combination, in the file's own units. */
function sum(
  columns: readonly Float64Array[],
  y: Float64Array,
  transform: Transform,
  context: Pick<RunContext, 'check'>,
): Leak | undefined {
  const found = combination(columns, y, context);
  if (!found) return undefined;
  const terms = found.map(({ column, weight }) => ({
    name: transform.names[column],
    weight: weight / transform.scale[column],
  }));
  const whole = terms.every(({ weight }) => Math.abs(Math.abs(weight) - 1) < 1e-4);
  const [first] = terms;
  if (terms.length === 1)
    return {
      kind: 'combination',
      columns: [first.name],
      formula: whole
        ? `${quoted([first.name])}, shifted or with its sign changed`
        : `${plain(first.weight)} × ${quoted([first.name])} and a constant`,
    };
  return {
    kind: 'combination',
    columns: terms.map(({ name }) => name),
    formula:
      whole && terms.length <= NAMED
        ? signedSum(terms)
        : `a linear combination of ${named(terms.map(({ name }) => name))}`,
  };
}

function signedSum(terms: readonly { readonly name: string; readonly weight: number }[]): string {
  const ordered = [...terms].sort((a, b) => Math.sign(b.weight) - Math.sign(a.weight));
  return ordered.map(({ name, weight }, i) => `${weight < 0 ? '− ' : i > 0 ? '+ ' : ''}${quoted([name])}`).join(' ');
}

/** A product of powers of columns above 0. */
function product(
  columns: readonly Float64Array[],
  y: Float64Array,
  transform: Transform,
  context: Pick<RunContext, 'check'>,
): Leak | undefined {
  if (y.some((v) => v <= 0)) return undefined;
  const raw = columns.map((values, c) => values.map((v) => v * transform.scale[c] + transform.centre[c]));
  const positive = raw.flatMap((values, c) => (values.every((v) => v > 0) ? [c] : []));
  if (positive.length === 0) return undefined;
  const found = combination(
    positive.map((c) => raw[c].map(Math.log)),
    y.map(Math.log),
    context,
  );
  if (!found || found.length > NAMED) return undefined;
  const names = found.map(({ column }) => transform.names[positive[column]]);
  const one = found.length === 1 ? 'a power of' : 'a product of powers of';
  const plainProduct = found.length > 1 && found.every(({ weight }) => Math.abs(weight - 1) < 1e-4);
  return {
    kind: 'combination',
    columns: names,
    formula: plainProduct ? names.map((name) => quoted([name])).join(' × ') : `${one} ${named(names)}`,
  };
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => quoted([name]));
  const rest = names.length - shown.length;
  return listed(rest > 0 ? [...shown, `${rest} other columns`] : shown);
}

/** The column that predicts best alone: neighbours in its order, a straight line, or runs of one class. */
function alone(
  columns: readonly Float64Array[],
  y: Float64Array,
  { transform: { names }, classes }: Design,
  context: Pick<RunContext, 'check'>,
): Leak | undefined {
  if (classes && columns.length * separatedByChance(y) >= BY_CHANCE) return undefined;
  const explained = columns.map((values) => {
    context.check();
    if (classes) return separates(values, y) ? 1 : 0;
    return Math.max(explainedByNeighbours(values, y), explainedByLine(values, y));
  });
  const best = explained.indexOf(Math.max(...explained));
  if (best < 0 || explained[best] <= ALONE) return undefined;
  return { kind: 'column', columns: [names[best]], explained: explained[best], classes: classes !== undefined };
}

/**
 * The fraction of the variance of y that a straight line in x explains on rows left out one by one. Neighbours reveal
 * too little of a rounded copy of a target with a long tail, where they lie far apart.
 */
function explainedByLine(x: Float64Array, y: Float64Array): number {
  const [along, target] = [centred(x), centred(y)];
  const size = innerProduct(along, along);
  if (!(size > 0)) return 0;
  const slope = innerProduct(along, target) / size;
  const leftOut = target.map((v, i) => {
    const free = 1 - 1 / y.length - along[i] ** 2 / size;
    // A row without which the column is constant is predicted by the mean.
    return free < 1e-9 ? v : (v - slope * along[i]) / free;
  });
  return 1 - innerProduct(leftOut, leftOut) / innerProduct(target, target);
}

/** True if, sorted by the column, every class is one run, and no value has rows of two classes. */
function separates(values: Float64Array, codes: Float64Array): boolean {
  const order = orderOf(values);
  let runs = 1;
  for (let i = 1; i < order.length; i++) {
    if (codes[order[i]] === codes[order[i - 1]]) continue;
    if (values[order[i]] === values[order[i - 1]]) return false;
    runs++;
  }
  return runs === new Set(codes).size;
}

/** The probability that all rows of each class stand together in an order drawn at random: K!·n_1!·…·n_K!/n!. */
function separatedByChance(codes: Float64Array): number {
  const sizes = new Map<number, number>();
  for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const logs = logFactorials(codes.length);
  let log = logs[sizes.size] - logs[codes.length];
  for (const size of sizes.values()) log += logs[size];
  return Math.exp(log);
}

export const orderOf = (values: Float64Array) =>
  Uint32Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b]);

const columnsOf = ({ rows, columns, values }: Matrix, n: number) =>
  Array.from({ length: columns }, (_, c) => values.subarray(c * rows, c * rows + n));
