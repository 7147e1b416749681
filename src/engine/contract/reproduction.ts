import { FIGURE, SENTENCE } from './figure';
import { NOTE } from './note';
import { BACK_END } from './run.schema';
import { count, flag, list, type Of, oneOf, optional, real, record, struct, text } from './schema';

export interface ReproductionOption extends Of<typeof REPRODUCTION_OPTION> {}
const REPRODUCTION_OPTION = struct({
  name: text(),
  title: text(),
  choices: list(struct({ value: text(), title: text() })),
});

/** A published figure or table that can be drawn again, before it is computed. */
export interface ReproductionSpec extends Of<typeof REPRODUCTION_SPEC> {}
const REPRODUCTION_SPEC = struct({
  /** "tkrr-fig1": a contract, never renamed. */
  id: text(),
  /** "TKRR, figure 1" and what it shows in a few words. */
  title: text(),
  /** What the paper claims with it, in our words. */
  claim: text(),
  /** Rough seconds on two cores, for a person to know beforehand. */
  seconds: real,
  /** The file it needs, in words, when the data do not come with the extension: "MNIST 7-versus-9 as a CSV with the label in the first column". */
  file: optional(text()),
  /** The folder it needs, in words, in place of a file: the request's `file` then holds its path. */
  folder: optional(text()),
  /** Folds as published, where fewer may be asked for. */
  folds: optional(count()),
  /** Draws as published, where fewer may be asked for. */
  draws: optional(count()),
  /** Choices that the paper leaves open, or states otherwise than its authors' programs: the first choice of each is the default. */
  options: optional(list(REPRODUCTION_OPTION)),
});

export interface ReproductionRequest extends Of<typeof REPRODUCTION_REQUEST> {}
const REPRODUCTION_REQUEST = struct({
  id: text(),
  seed: count(),
  /** Path of the file or folder named by the spec. */
  file: optional(text()),
  /** Fewer repetitions than published, or another size, which then tells nothing; what was reduced stands among the settings. */
  quick: optional(flag()),
  /** Only the first of the folds, this many, for what has `folds` in its spec; stands among the settings, too. */
  folds: optional(count()),
  /** Only the first of the draws, this many, for what has `draws` in its spec; stands among the settings. */
  draws: optional(count()),
  /** By name of an option of the spec. */
  options: optional(record(text())),
  /** Path of a folder that keeps each finished measurement: a run that ended early goes on from there, to the same numbers. */
  resume: optional(text()),
});

/**
 * Who a number beside ours is from: the paper's print, its authors' program, the value or limit that a theorem of it states, or the printed
 * formula, which ours evaluates too.
 */
export type PublishedBy = Of<typeof PUBLISHED_BY>;
const PUBLISHED_BY = oneOf(['paper', 'program', 'theory', 'formula']);

export type Agreement = Of<typeof AGREEMENT>;
const AGREEMENT = oneOf(['yes', 'no', 'unclear']);

/** A statement of the paper that is not a number, as it was tested here. */
export interface TestedClaim extends Of<typeof TESTED_CLAIM> {}
const TESTED_CLAIM = struct({
  /** With the thresholds that decide it. */
  text: text(),
  /** In which case, where there are several: "airfoil", "k = 5". */
  at: optional(text()),
  holds: AGREEMENT,
});

/** One number of the paper beside ours. */
export interface ComparedNumber extends Of<typeof COMPARED_NUMBER> {}
const COMPARED_NUMBER = struct({
  name: text(),
  /** Left out where there is none. */
  published: optional(real),
  /** Left out for the paper itself. */
  publishedBy: optional(PUBLISHED_BY),
  /** Half-width that the paper states, or that reading a figure allows. */
  publishedError: optional(real),
  ours: real,
  /** Standard error over our repetitions; left out where nothing is random. */
  oursError: optional(real),
  /**
   * Set by us: the widest 95 % interval (half of it) that could still have said no, and the distance within which a number outside our
   * interval is near. Left out, a tenth of the published value or its half-width, and none is near.
   */
  width: optional(real),
  /**
   * Why nothing can be told: a single repetition has no known scatter, ours is of another size than published, repetitions are too few to
   * say no, or a setting that the paper leaves open was not tried.
   */
  untold: optional(oneOf(['single', 'reduced', 'few', 'untried'])),
});

/** Plain data, stored and shown like a run. */
export interface Reproduction extends Of<typeof REPRODUCTION> {}
export const REPRODUCTION = struct({
  kernelscope: text(),
  spec: REPRODUCTION_SPEC,
  request: REPRODUCTION_REQUEST,
  created: text(),
  /** What we find, the finding first. */
  finding: SENTENCE,
  /** Of the numbers, and of the claims where there are none: what most of them say. A claim that does not hold keeps from full agreement. */
  verdict: oneOf(['agrees', 'partly', 'differs', 'unclear']),
  /** Everything that decides the numbers, and whether the paper states it or it is our choice. */
  settings: list(struct({ name: text(), value: text(), by: oneOf(['paper', 'ours']) })),
  numbers: list(COMPARED_NUMBER),
  claims: list(TESTED_CLAIM),
  figures: list(FIGURE),
  backend: BACK_END,
  seconds: real,
  /** Seconds of the processor, those of measurements that an earlier run kept included. */
  processorSeconds: real,
  notes: list(NOTE),
});
