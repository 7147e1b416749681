import { FIGURE, SENTENCE } from './figure';
import { NOTE } from './note';
import { BACK_END } from './run.schema';
import { flag, list, natural, type Of, oneOf, optional, real, record, struct, text } from './schema';

export interface ReproductionOption extends Of<typeof REPRODUCTION_OPTION> {}
const REPRODUCTION_OPTION = struct({
  name: text(),
  title: text(),
  choices: list(struct({ value: text(), title: text() })),
});

/** A published figure or table that can be drawn again, before it is computed. */
export interface ReproductionSpec extends Of<typeof REPRODUCTION_SPEC> {}
const REPRODUCTION_SPEC = struct({
  /** The id, never renamed: "tkrr-fig1". */
  id: text(),
  /** The title: "TKRR, figure 1" and its subject in a few words. */
  title: text(),
  /** The paper's claim for it, in our words. */
  claim: text(),
  /** One sentence: what a reader of the paper would check here. */
  check: text(),
  /** Rough seconds on two cores, to tell a person beforehand. */
  seconds: real,
  /** The file that it needs, in words, if the data do not come with the extension: "MNIST 7-versus-9 as a CSV with the label in the first column". */
  file: optional(text()),
  /** The folder that it needs, in words, in place of a file: the request's `file` is then its path. */
  folder: optional(text()),
  /** The published number of folds, if fewer may be requested. */
  folds: optional(natural()),
  /** The published number of draws, if fewer may be requested. */
  draws: optional(natural()),
  /** Choices that the paper leaves open, or that its authors' programs make otherwise: the first choice of each is the default. */
  options: optional(list(REPRODUCTION_OPTION)),
  /**
   * True if all draws derive from the seed alone, as those of other such ids do, because long computations were made
   * that way. Draws of all others derive from the id, too.
   */
  seedAlone: optional(flag()),
});

export interface ReproductionRequest extends Of<typeof REPRODUCTION_REQUEST> {}
const REPRODUCTION_REQUEST = struct({
  id: text(),
  seed: natural(),
  /** The path of the file or folder described by the spec. */
  file: optional(text()),
  /** True for fewer repetitions than published, or another size, with which no agreement can be judged; the settings name what was reduced. */
  quick: optional(flag()),
  /** The number of folds, the first ones, if the spec has `folds`; listed among the settings, too. */
  folds: optional(natural()),
  /** The number of draws, the first ones, if the spec has `draws`; listed among the settings, too. */
  draws: optional(natural()),
  /** The values chosen, by name of an option of the spec. */
  options: optional(record(text())),
  /** The path of a folder that stores each finished measurement: a run that ended early resumes from there, with the same numbers. */
  resume: optional(text()),
});

/**
 * The source of a number beside ours: the paper's print, its authors' program, the value or limit that one of its theorems states, or the printed
 * formula, which ours evaluates too.
 */
export type PublishedBy = Of<typeof PUBLISHED_BY>;
const PUBLISHED_BY = oneOf(['paper', 'program', 'theory', 'formula']);

export type Agreement = Of<typeof AGREEMENT>;
const AGREEMENT = oneOf(['yes', 'no', 'unclear']);

/** A statement of the paper that is not a number, as it was tested here. */
export interface TestedClaim extends Of<typeof TESTED_CLAIM> {}
const TESTED_CLAIM = struct({
  /** The claim, with the thresholds that decide it. */
  text: text(),
  /** The case in which it was tested, if there are several: "airfoil", "k = 5". */
  at: optional(text()),
  holds: AGREEMENT,
});

/** One number of the paper beside ours. */
export interface ComparedNumber extends Of<typeof COMPARED_NUMBER> {}
const COMPARED_NUMBER = struct({
  name: text(),
  /** The published number; omitted if there is none. */
  published: optional(real),
  /** The source of the published number; omitted if that is the paper itself. */
  publishedBy: optional(PUBLISHED_BY),
  /** The half-width that the paper states, or that reading a figure allows. */
  publishedError: optional(real),
  ours: real,
  /** The standard error over our repetitions; omitted if nothing is random. */
  oursError: optional(real),
  /**
   * Set by us: the largest half-width of a 95 % interval that could still have said no, and the distance within which a number outside our
   * interval is near. If omitted, the former is a tenth of the published value or its half-width, and no number is near.
   */
  width: optional(real),
  /**
   * Why agreement cannot be judged: a single repetition has no known scatter, ours is of another size than published, repetitions are too few to
   * say no, or a setting that the paper leaves open was not tried.
   */
  untold: optional(oneOf(['single', 'reduced', 'few', 'untried'])),
});

/** A reproduction's result as plain data, stored and shown like a run. */
export interface Reproduction extends Of<typeof REPRODUCTION> {}
export const REPRODUCTION = struct({
  kernelscope: text(),
  spec: REPRODUCTION_SPEC,
  request: REPRODUCTION_REQUEST,
  created: text(),
  /** Our finding, the most important part first. */
  finding: SENTENCE,
  /** The verdict of most of the numbers, or of the claims if there are no numbers. A claim that does not hold rules out full agreement. */
  verdict: oneOf(['agrees', 'partly', 'differs', 'unclear']),
  /** All settings that decide the numbers, and whether the paper states each or it is our choice. */
  settings: list(struct({ name: text(), value: text(), by: oneOf(['paper', 'ours']) })),
  numbers: list(COMPARED_NUMBER),
  claims: list(TESTED_CLAIM),
  figures: list(FIGURE),
  backend: BACK_END,
  seconds: real,
  /** Seconds of the processor, including those of stored measurements of an earlier run. */
  processorSeconds: real,
  notes: list(NOTE),
});
