import { DOCS, type WrittenTerm } from '../term';

/** Classes. */
export const CLASS_TERMS = {
  'Score of a class': [
    'The number that the fit gives a class before it becomes a probability; of several classes the largest score decides.',
    /^(scores (for|of) .*|predicted score of .*|class weights|share of rows at or below|classes)$/i,
    DOCS.targets,
  ],
  Probability: [
    'The chance of a class, learnt from scores of rows that were left out; of rows given 70\u202f%, about 70 of 100 should be of the class.',
    /^(.*probabilit(y|ies).*|share that is .*)$/i,
    DOCS.filters,
  ],
  Threshold: [
    'The probability from which on a row is predicted as the second class: lower finds more of them, at the price of false alarms.',
    /^threshold$/i,
    DOCS.filters,
  ],
  Precision: [
    'Of the rows predicted as a class, the share that are of it.',
    /^(precision|precision and recall|right among those predicted as .*)$/i,
  ],
  Recall: ['Of the rows of a class, the share that are predicted as it.', /^true .* found( \(recall\))?$/i],
  'ROC curve': [
    'Rows of a class that are found against false alarms, over all thresholds; the area below is 1 for a perfect score and ½ for chance.',
    /^(ROC curve|(the others|true .*) predicted as .*)$/i,
  ],
  'Set of classes': [
    'All classes that a row may well be of: for 95\u202f% of new rows the true one is among them. A single class means a clear case.',
    /^(sets? of classes|class( in the set)?|in the set|single class)$/i,
  ],
} as const satisfies Readonly<Record<string, WrittenTerm>>;
