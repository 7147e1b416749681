import type { PredictionError } from '../../engine/contract/rpc';
import {
  anyOf,
  flag,
  list,
  nullable,
  number,
  numbers,
  object,
  optional,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';
import type { Written } from '../json';
import type { ClassRowJson, ComponentsRowJson, NumberRowJson, PredictionsJson } from '../predictionsJson';
import { note } from './inspect';
import { fileName, kernelscope, methodId, schemaOf } from './parts';

const row = whole('Counted from 1');

const numberRow = object<NumberRowJson>(
  {
    row,
    predicted: numbers('Of quantiles the one closest to the median; null for a row that cannot be predicted'),
    lower: optional(numbers('Of the 95 % prediction interval; missing for quantiles')),
    upper: optional(numbers()),
    quantiles: optional(list(numbers(), 'For each target its levels, in the order of taus')),
    observed: optional(numbers('Missing where the file has none of the targets')),
  },
  'Lists have a member for each target, in its units',
);

const classRow = object<ClassRowJson>({
  row,
  class: nullable(text(), 'Null for a row that cannot be predicted'),
  probabilities: optional(numbers('By level; missing for a model that is not calibrated')),
  set: optional(texts('The levels that together hold the class of 95 % of the rows')),
  scores: numbers('By level; of two that of the second alone'),
  observed: optional(
    nullable(text(), 'Missing where the file lacks the column; null where it holds none of the levels'),
  ),
});

const componentsRow = object<ComponentsRowJson>({
  row,
  scores: numbers('One for each component'),
  error: number('Reconstruction error'),
});

const measures = {
  rmse: optional(number('In units of the target')),
  r2: optional(number()),
  accuracy: optional(number('Share of the rows classified correctly')),
  logLoss: optional(number()),
};

const predictionError = object<PredictionError>(
  {
    target: text(),
    rows: whole('With a target that can be read'),
    unreadable: whole('Rows without one; left out'),
    ...measures,
    fit: optional(
      object<NonNullable<PredictionError['fit']>>(
        { rows: whole(), heldOut: flag('Held-out rows; otherwise training rows by fits without them'), ...measures },
        'Of the fit, on rows that it did not train on; missing where the model does not have it',
      ),
    ),
  },
  'Of the predictions of this file',
);

export const predict = object<Written<PredictionsJson>>({
  $schema: schemaOf('predict'),
  kernelscope,
  method: methodId,
  file: fileName,
  targets: texts(
    'Columns that are predicted; of classes the column that is classified; empty for principal components',
  ),
  levels: nullable(texts(), 'For classes'),
  taus: nullable(numbers(), 'For quantiles: the levels, ascending'),
  components: nullable(whole(), 'For principal components: how many'),
  rows: list(anyOf(numberRow, classRow, componentsRow), 'One for each row of the file, in its order'),
  notes: list(note, 'What should be known of the predictions'),
  errors: list(predictionError, 'One for each target that the file holds'),
});
