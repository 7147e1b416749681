import { DOCS, type WrittenTerm } from '../term';

/** Classes. */
export const CLASS_TERMS = {
  score: {
    name: 'Score of a class',
    sentence:
      'The number that the fit gives a class before it becomes a probability; of several classes the largest score decides.',
    anchor: DOCS.targets,
    labels: /^(scores (for|of) .*|predicted score of .*|class weights|share of rows at or below|classes)$/i,
  },
  probability: {
    name: 'Probability',
    sentence:
      'The chance of a class, learnt from scores of rows that were left out; of rows given 70\u202f%, about 70 of 100 should be of the class.',
    anchor: DOCS.filters,
    labels: /^(.*probabilit(y|ies).*|share that is .*)$/i,
  },
  threshold: {
    name: 'Threshold',
    sentence:
      'The probability from which on a row is predicted as the second class: lower finds more of them, at the price of false alarms.',
    anchor: DOCS.filters,
    labels: /^threshold$/i,
  },
  precision: {
    name: 'Precision',
    sentence: 'Of the rows predicted as a class, the share that are of it.',
    labels: /^(precision|precision and recall|right among those predicted as .*)$/i,
  },
  recall: {
    name: 'Recall',
    sentence: 'Of the rows of a class, the share that are predicted as it.',
    labels: /^true .* found( \(recall\))?$/i,
  },
  roc: {
    name: 'ROC curve',
    sentence:
      'Rows of a class that are found against false alarms, over all thresholds; the area below is 1 for a perfect score and ½ for chance.',
    labels: /^(ROC curve|(the others|true .*) predicted as .*)$/i,
  },
  set: {
    name: 'Set of classes',
    sentence:
      'All classes that a row may well be of: for 95\u202f% of new rows the true one is among them. A single class means a clear case.',
    labels: /^(sets? of classes|class( in the set)?|in the set|single class)$/i,
  },
} as const satisfies Readonly<Record<string, WrittenTerm>>;
