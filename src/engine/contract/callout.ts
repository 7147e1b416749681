import { SENTENCE } from './figure';
import * as s from './schema';

/**
 * Something about the data, or the rows held out, that a reader of any number of a fit should know. It is computed once, with the data or with
 * the fit, and every door says it with the same words (docs/data.md).
 */
export interface Callout extends s.Of<typeof CALLOUT> {}

export type CalloutKind = (typeof KINDS)[number];

/** The properties that all callouts of a kind share. */
interface CalloutWords {
  /** True if it is repeated with every prediction of the model. */
  readonly travels: boolean;
  /** The condition for the callout, as a line of the table in docs/data.md. */
  readonly when: string;
}

/** Every kind of callout, in the order in which callouts are said. Pages check kinds by it alone, without the words of each. */
const KINDS = [
  'leak',
  'totals',
  'unread',
  'ceiling',
  'floor',
  'settings',
  'order',
  'fewRows',
  'logarithm',
  'imbalance',
  'intervals',
  'missing',
  'reading',
  'fewValues',
] as const;

export const CALLOUTS: Readonly<Record<CalloutKind, CalloutWords>> = {
  leak: {
    travels: true,
    when: 'the target is a formula of other columns to rounding, one column alone explains 99 % of it on rows left out or separates its classes, a fit explains more than 99.5 % of held-out rows, or a feature looks, by its name and values, like a prediction of the target, like its error, like the part of the data that a row belongs to, or like a mark of times cut off; or held-out rows of a second file train, too',
  },
  totals: {
    travels: true,
    when: 'rows are sums or means of other rows: labelled so, with a number that is, or at the end and empty where others are not; or the last one, whose numbers are sums',
  },
  unread: {
    travels: false,
    when: 'a column is not used, or read as words, although most of its cells are numbers',
  },
  ceiling: {
    travels: true,
    when: 'at least 1 % of rows, and 30, have exactly the highest value of the target, ten times as many as any other value of the highest tenth',
  },
  floor: { travels: true, when: 'the same of the lowest value' },
  settings: {
    travels: true,
    when: 'rows share their values of all columns but one or of a column of groups, or rows are copies; with the error at new ones where it was measured',
  },
  order: {
    travels: true,
    when: 'the rows are in order of a date and the last ones are not held out, or rows near each other in time are alike; where the last rows are held out, how they were predicted',
  },
  fewRows: {
    travels: true,
    when: 'a few rows lie so far out in the target that squared errors are about them',
  },
  logarithm: {
    travels: false,
    when: 'all values of the target are above 0, the greatest ten times the least or more, and with the same kernel its logarithm predicts more than half of the rows more closely, each left out in turn',
  },
  imbalance: {
    travels: true,
    when: 'at least nine in ten rows have the same class, or classes have three rows or fewer',
  },
  intervals: {
    travels: true,
    when: 'the 95 % interval of the share of held-out rows inside their intervals leaves out the share that should be',
  },
  missing: { travels: false, when: 'more than a fifth of the cells of a feature have no value' },
  reading: {
    travels: false,
    when: 'a file could have been read in another way: signs of numbers, order of dates, values that mean missing, encoding, delimiter, header',
  },
  fewValues: {
    travels: false,
    when: 'a target that is predicted as a number has ten different whole values or fewer',
  },
};

/**
 * An action that a callout offers: a change of the fit or of the way the file is read, or a look at how it was read.
 */
export type CalloutAct =
  /** Without columns. */
  | { readonly kind: 'without'; readonly columns: readonly string[] }
  /** Without rows "12,40-52" of the file, beside those that it leaves out already. */
  | { readonly kind: 'leaveOut'; readonly rows: string }
  /** Only rows of the file that meet a condition. */
  | { readonly kind: 'where'; readonly where: string }
  /** The last rows held out in place of random ones, in the order of the file or of a column. */
  | { readonly kind: 'lastRows'; readonly share: number; readonly by?: string }
  /** Random rows held out in place of the last ones. */
  | { readonly kind: 'random'; readonly share: number }
  /** Rows that agree in all of these columns held out together: the column of groups, or columns that stay features. */
  | { readonly kind: 'groups'; readonly column: string }
  | { readonly kind: 'settings'; readonly columns: readonly string[] }
  /** A column read as another kind. */
  | { readonly kind: 'readAs'; readonly column: string; readonly as: 'number' | 'category' | 'date' }
  /** The target's values as classes. */
  | { readonly kind: 'classes' }
  /** Classes with equal weight, however rare they are. */
  | { readonly kind: 'balance' }
  /** Huber's fit, in which large errors count less. */
  | { readonly kind: 'huber' }
  /** The logarithm of the target in its place. */
  | { readonly kind: 'logarithm'; readonly column: string }
  /** The form that says how the file is read. */
  | { readonly kind: 'reading' };

export type CalloutActKind = CalloutAct['kind'];

const SHARE = s.such(s.positive(), (share) => share < 1);

/** The members of each act, for messages and stored runs. */
export const CALLOUT_ACTS: {
  readonly [K in CalloutActKind]: s.Members<Omit<Extract<CalloutAct, { kind: K }>, 'kind'>>;
} = {
  without: { columns: s.texts() },
  leaveOut: { rows: s.text() },
  where: { where: s.text() },
  lastRows: { share: SHARE, by: s.optional(s.text()) },
  random: { share: SHARE },
  groups: { column: s.text() },
  settings: { columns: s.texts() },
  readAs: { column: s.text(), as: s.oneOf(['number', 'category', 'date']) },
  classes: {},
  balance: {},
  huber: {},
  logarithm: { column: s.text() },
  reading: {},
};

const ACT: s.Schema<CalloutAct> = s.tagged<CalloutAct, 'kind'>('kind', CALLOUT_ACTS);

export const CALLOUT = s.struct({
  kind: s.oneOf(KINDS),
  /** doubt: it makes numbers of the fit doubtful; quiet: it is good to know. */
  severity: s.oneOf(['doubt', 'quiet']),
  /** One sentence, or two short ones. */
  text: SENTENCE,
  /** The same in a few words, for lists of several. */
  short: s.text(),
  /** The sentence without any text of a cell, if `text` holds one. */
  bare: s.optional(s.text()),
  /** The columns that it is about, and the number of rows. */
  columns: s.texts(),
  rows: s.optional(s.natural()),
  /** The one thing to do about it, with the words on its button. */
  act: s.optional(s.struct({ label: s.text(), change: ACT })),
});

const changeOf = ({ act }: Callout) => JSON.stringify(act?.change);

/**
 * Callouts in order of importance: those that make numbers doubtful first. Gaps are not said where an earlier one has
 * the same action.
 */
export const inOrder = (callouts: readonly Callout[]): readonly Callout[] =>
  [...callouts]
    .sort(
      (a, b) =>
        Number(a.severity === 'quiet') - Number(b.severity === 'quiet') ||
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
    )
    .filter((one, i, all) => one.kind !== 'missing' || all.findIndex((each) => changeOf(each) === changeOf(one)) === i);

/** The callout as one that is good to know, without an action. */
export const quietly = ({ act: _, ...callout }: Callout): Callout => ({ ...callout, severity: 'quiet' });

/** The callouts that concern predictions of other rows. */
export const travelling = (callouts: readonly Callout[]): readonly Callout[] =>
  callouts.filter(({ kind, severity }) => severity === 'doubt' && CALLOUTS[kind].travels);

/** The sentence as plain text; `bareText` is the one without any text of a cell. */
export const calloutText = ({ text: parts }: Pick<Callout, 'text'>): string => parts.map((part) => part.text).join('');
export const bareText = (callout: Pick<Callout, 'text' | 'bare'>): string => callout.bare ?? calloutText(callout);
