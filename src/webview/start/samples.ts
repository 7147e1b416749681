import type { Sentence } from '../../engine/contract/figure';
import { told } from '../../engine/words/sentence';

/** One of the bundled data sets, and the fit that shows its purpose. */
export interface StartSample {
  readonly rows: number;
  /** The heading of its tile: what there is to see. */
  readonly title: string;
  /** The contents and the finding of the fit. A test in a real window compares the numbers with the panel. */
  readonly sentence: Sentence;
  /** The method's id, and the other arguments as a caller of its command gives them. */
  readonly method: string;
  readonly given: {
    readonly target?: string;
    readonly moreTargets?: readonly string[];
    readonly weights?: string;
    readonly features?: readonly string[];
    readonly parameters?: Readonly<Record<string, number>>;
  };
}

export type SampleName = 'fan-noise' | 'gauge' | 'shells' | 'wave' | 'flats' | 'leaves' | 'harvest';

/** The samples by the names of their files, which end in ".csv". In the order of the tiles. */
export const SAMPLES: Readonly<Record<SampleName, StartSample>> = {
  'fan-noise': {
    rows: 900,
    title: 'See a fit',
    sentence: told`How loud is a fan? Half of new rows are missed by less than **0.69 dB**, nine in ten by less than **1.9 dB**.`,
    method: 'krr',
    given: { target: 'sound_level_db' },
  },
  gauge: {
    rows: 240,
    title: 'Find outliers',
    sentence: told`A river gauge with bad readings: **8 rows** do not fit. See which.`,
    method: 'huber',
    given: { target: 'level_cm' },
  },
  shells: {
    rows: 300,
    title: 'Map without a target',
    sentence: told`Five measures of shells on one map: two components explain **75\u202f%** of the variance.`,
    method: 'ekpca',
    given: {
      features: ['height_mm', 'width_mm', 'opening_mm', 'whorls', 'lip_mm'],
      parameters: { components: 4 },
    },
  },
  wave: {
    rows: 180,
    title: 'A curve',
    sentence: told`One column: the fit is a curve with its 95\u202f% intervals, signal over time.`,
    method: 'krr',
    given: { target: 'signal' },
  },
  flats: {
    rows: 420,
    title: 'Mixed columns',
    sentence: told`Dates, categories, yes/no, gaps and a row number: rent from seven of them.`,
    method: 'krr',
    given: { target: 'rent' },
  },
  leaves: {
    rows: 330,
    title: 'Classes',
    sentence: told`Which of three shrubs is a leaf from? Probabilities, the main mistake and the ROC curve of shrub.`,
    method: 'krr',
    given: { target: 'shrub' },
  },
  harvest: {
    rows: 360,
    title: 'Two targets and weights',
    sentence: told`yield_t_ha and protein_pct at once; rows are means over plots, which are their weights.`,
    method: 'krr',
    given: { target: 'yield_t_ha', moreTargets: ['protein_pct'], weights: 'plots' },
  },
};

/** The samples with a picture, which come first and large. */
export const FINISHED = ['fan-noise', 'gauge', 'shells'] as const satisfies readonly SampleName[];

/** The choices that a person can begin with: a sample, the fit of a file, or the inspection of one. */
export type StartChoice = SampleName | 'fit' | 'inspect';
