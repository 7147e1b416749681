import type { FigureSpec, Sentence } from './figure';
import type { Note } from './note';
import type { BackEnd } from './run';

/** A published figure or table that can be drawn again, before it is computed. */
export interface ReproductionSpec {
  /** "tkrr-fig1": a contract, never renamed. */
  readonly id: string;
  /** "TKRR, figure 1" and what it shows in a few words. */
  readonly title: string;
  /** What the paper claims with it, in our words. */
  readonly claim: string;
  /** Rough seconds on two cores, for a person to know beforehand. */
  readonly seconds: number;
  /** The file it needs, in words, when the data do not come with the extension: "MNIST 7-versus-9 as a CSV with the label in the first column". */
  readonly file?: string;
  /** The folder it needs, in words, in place of a file: the request's `file` then holds its path. */
  readonly folder?: string;
  /** Folds as published, where fewer may be asked for. */
  readonly folds?: number;
  /** Draws as published, where fewer may be asked for. */
  readonly draws?: number;
  /** Choices that the paper leaves open, or states otherwise than its authors' programs: the first choice of each is the default. */
  readonly options?: readonly ReproductionOption[];
}

export interface ReproductionOption {
  readonly name: string;
  readonly title: string;
  readonly choices: readonly { readonly value: string; readonly title: string }[];
}

export interface ReproductionRequest {
  readonly id: string;
  readonly seed: number;
  /** Path of the file or folder named by the spec. */
  readonly file?: string;
  /** Fewer repetitions than published, or another size, which then tells nothing; what was reduced stands among the settings. */
  readonly quick?: boolean;
  /** Only the first of the folds, this many, for what has `folds` in its spec; stands among the settings, too. */
  readonly folds?: number;
  /** Only the first of the draws, this many, for what has `draws` in its spec; stands among the settings. */
  readonly draws?: number;
  /** By name of an option of the spec. */
  readonly options?: Readonly<Record<string, string>>;
  /** Path of a folder that keeps each finished measurement: a run that ended early goes on from there, to the same numbers. */
  readonly resume?: string;
}

/**
 * Who a number beside ours is from: the paper's print, its authors' program, the value or limit that a theorem of it states, or the printed
 * formula, which ours evaluates too.
 */
export type PublishedBy = 'paper' | 'program' | 'theory' | 'formula';

export type Agreement = 'yes' | 'no' | 'unclear';

/** A statement of the paper that is not a number, as it was tested here. */
export interface TestedClaim {
  /** With the thresholds that decide it. */
  readonly text: string;
  /** In which case, where there are several: "airfoil", "k = 5". */
  readonly at?: string;
  readonly holds: Agreement;
}

/** One number of the paper beside ours. */
export interface ComparedNumber {
  readonly name: string;
  /** Left out where there is none. */
  readonly published?: number;
  /** Left out for the paper itself. */
  readonly publishedBy?: PublishedBy;
  /** Half-width that the paper states, or that reading a figure allows. */
  readonly publishedError?: number;
  readonly ours: number;
  /** Standard error over our repetitions; left out where nothing is random. */
  readonly oursError?: number;
  /**
   * Set by us: the widest 95 % interval (half of it) that could still have said no, and the distance within which a number outside our
   * interval is near. Left out, a tenth of the published value or its half-width, and none is near.
   */
  readonly width?: number;
  /**
   * Why nothing can be told: a single repetition has no known scatter, ours is of another size than published, repetitions are too few to
   * say no, or a setting that the paper leaves open was not tried.
   */
  readonly untold?: 'single' | 'reduced' | 'few' | 'untried';
}

/** Plain data, stored and shown like a run. */
export interface Reproduction {
  readonly kernelscope: string;
  readonly spec: ReproductionSpec;
  readonly request: ReproductionRequest;
  readonly created: string;
  /** What we find, the finding first. */
  readonly finding: Sentence;
  /** Of the numbers, and of the claims where there are none: what most of them say. A claim that does not hold keeps from full agreement. */
  readonly verdict: 'agrees' | 'partly' | 'differs' | 'unclear';
  /** Everything that decides the numbers, and whether the paper states it or it is our choice. */
  readonly settings: readonly { readonly name: string; readonly value: string; readonly by: 'paper' | 'ours' }[];
  readonly numbers: readonly ComparedNumber[];
  readonly claims: readonly TestedClaim[];
  readonly figures: readonly FigureSpec[];
  readonly backend: BackEnd;
  readonly seconds: number;
  /** Seconds of the processor, those of measurements that an earlier run kept included. */
  readonly processorSeconds: number;
  readonly notes: readonly Note[];
}
