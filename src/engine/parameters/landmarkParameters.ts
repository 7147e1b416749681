import type { Design } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import type { ParameterSchema, Parameters } from '../contract/method';
import type { Note } from '../contract/note';
import {
  chooseLandmarks,
  LANDMARK_RULES,
  type LandmarkRule,
  type Landmarks,
} from '../features/landmarks/chooseLandmarks';
import type { Computing } from '../linalg/linalg';
import { count, scientific } from '../words/numbers';
import { asked, invalid } from './asked';

const NONE = 'none';

/** The rule by which landmarks are drawn, for every method that has them. */
export const LANDMARK_RULE: ParameterSchema = {
  name: 'landmarkRule',
  title: 'Landmarks drawn by',
  description:
    'uniform: at random. kMeans: spread out by k-means++. leverage: by approximate ridge leverage scores. chosen: the rows of landmarkRows.',
  type: 'choice',
  choices: LANDMARK_RULES,
  default: 'uniform',
};

export const LANDMARK_ROWS: ParameterSchema = {
  name: 'landmarkRows',
  title: 'Chosen landmarks',
  description: 'Row numbers of training rows, such as 1 5 9-20. Only with landmarkRule chosen.',
  type: 'text',
  suggestions: [NONE],
  default: NONE,
};

export const landmarkRuleOf = (parameters: Parameters): LandmarkRule => asked(parameters).landmarkRule ?? 'uniform';

/** Landmarks among the training rows, as the parameters ask. Throws `parameter/invalid` for rows that the rule does not use or cannot take. */
export function landmarksAsked(
  { train, holdout, report }: Pick<Design, 'train' | 'holdout' | 'report'>,
  kernel: KernelSpec,
  parameters: Parameters,
  count: number,
  seed: number,
  context: Computing,
): Landmarks {
  const rule = landmarkRuleOf(parameters);
  const { landmarkRows } = asked(parameters);
  const rows = landmarkRows === NONE ? undefined : landmarkRows;
  if (rows !== undefined && rule !== 'chosen')
    throw invalid(
      'landmarkRows',
      rows,
      'landmarkRows is only used with landmarkRule chosen. Set that, or leave landmarkRows out.',
    );
  const request = {
    rule,
    kernel,
    x: train.x,
    count,
    seed,
    ...(rows !== undefined && { rows }),
    fileRows: train.rows,
    ...(holdout && { heldOutRows: holdout.rows }),
    rowsInFile: report.rows,
  };
  return chooseLandmarks(request, context);
}

/** Notes for a person about the landmarks drawn. */
export function landmarkNotes(repeated: number, jitter: number, candidates: number | undefined): Note[] {
  const told: readonly (readonly [boolean, string, string])[] = [
    [
      repeated > 0,
      'landmarks/repeated',
      `${count(repeated)} landmarks were left out: an earlier one has the same values in every column.`,
    ],
    [
      jitter > 0,
      'landmarks/jitter',
      `Some landmarks are equal to rounding: ${scientific(jitter, 0)} was added to the diagonal of their kernel matrix.`,
    ],
    [
      candidates !== undefined,
      'landmarks/candidates',
      `The landmarks were chosen among ${count(candidates ?? 0)} training rows, drawn at random.`,
    ],
  ];
  return told.flatMap(([holds, code, text]): Note[] => (holds ? [{ severity: 'info', code, text }] : []));
}
