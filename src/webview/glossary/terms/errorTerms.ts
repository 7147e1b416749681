import { DOCS, type WrittenTerm } from '../term';

/** Errors, and how they are measured. */
export const ERROR_TERMS = {
  'Held-out rows': [
    'Rows set aside before the fit and used for nothing else, so that errors on them are those to expect of new rows.',
    /^(held-out rows|new rows|half of the middle width|rows, train \+ held out|outside their 95\s% interval)$/i,
    DOCS.rows,
  ],
  'Training rows': [
    'The rows that the fit learns from; its errors on them are too small to judge it by.',
    /^(training rows|share of training rows)$/i,
    DOCS.rows,
  ],
  'R²': [
    'The share of the target’s variance that the prediction explains on held-out rows: 1 is perfect, 0 no better than the mean.',
    /^(held-out )?R²/i,
  ],
  RMSE: [
    'The root of the mean squared error on new rows, in units of the target: large misses count most, so that most misses are smaller.',
    /^((held-out |\d+.fold )?RMSE|root mean squared error)$/i,
  ],
  'Typical miss': [
    'Half of new rows are missed by less, in units of the target; beside it the miss that nine in ten stay within.',
    /^(how good|typical( miss)?|half below|9 in 10|nine in ten|share of held-out rows missed by less|above this fit, 95 % from)$/i,
  ],
  'Mean absolute error': [
    'The average size of an error, in units of the target; a few large misses move it less than the RMSE.',
    /^((held-out )?mean absolute error( of .*)?|absolute error( of .*)?|lowest mean absolute error of .*)$/i,
  ],
  'Quantile loss': [
    'The error of a quantile: misses above and below it count in the ratio that it asks for.',
    /^((lowest )?(mean )?quantile loss( of .*)?)$/i,
    DOCS.robust,
  ],
  Accuracy: [
    'The share of held-out rows whose class is predicted correctly; compare it with always guessing the most common class.',
    /^(held-out (accuracy|errors)|correct|share (correct|right|wrong|predicted as another class)|right|wrong|always the most common)$/i,
  ],
  'Squared error, share of var(y)': [
    'The mean squared error over the variance of the target: 0.1 means that 10\u202f% of the variance stays unexplained.',
    /^(prediction error.*|.*squared error.*share of var\(y\)|share of var\(y\)|error against (time|memory))$/i,
  ],
  'Leave-one-out (LOO)': [
    'Each row is predicted by the fit to all others; the mean of these errors estimates that of new rows.',
    /^(leave-one-out.*|LOO.*|lowest (leave-one-out|LOO) error.*|filter chosen by|lambda chosen by)$/i,
  ],
  'K-fold error': [
    'The rows are dealt into K parts, and each part is predicted by a fit to the others: an estimate of the error on new rows with an uncertainty.',
    /^(\d+.fold|(over )?folds)$/i,
  ],
  'One standard error (1 SE)': [
    'The uncertainty of a fold error; the strongest regularisation within it of the lowest is no worse as far as the folds show, and simpler.',
    /^(.*± one standard error|1 SE)$/i,
  ],
  GCV: [
    'Generalised cross-validation: leave-one-out with the influence of every row replaced by the average one.',
    /^GCV$/i,
  ],
  'Errors on rows left out': [
    'Errors on training rows by fits without them, in folds or in a validation part: they choose the strength of the path.',
    /^(left out|scored on rows left out|error along the path|path)$/i,
    DOCS.robust,
  ],
  '95\u202f% interval': [
    'Where 95 of 100 new values, or repetitions of the measurement, should lie.',
    /^(95\s%.*|intervals|prediction intervals|total, 95\s% interval|above this fit, from|to)$/i,
  ],
  Coverage: [
    'The share of held-out rows that lie inside their intervals; for 95\u202f% intervals it should be near 95\u202f%, for narrow and wide ones alike.',
    /^(rows inside|inside|share|held-out rows between .*)$/i,
  ],
  'Conformal calibration': [
    'Intervals and levels are widened until they hold on rows left out, whatever the shape of the noise.',
    /^(calibrate the levels|levels out of order|share below|share of held-out rows below|calibration)$/i,
    'methods.md#prediction-intervals-without-a-posterior-deviation',
  ],
  Baseline: [
    'Something simple that every fit should beat: the mean, the best single column, a straight line.',
    /^(compared with no kernel at all|way|mean|best single column|straight line|most common class|one column)$/i,
    DOCS.race,
  ],
  'Comparison of kernels': [
    'Each kernel is fitted to the same folds of the training rows; the one with the lowest error is used, and held-out rows judge it.',
    /^(which kernel predicts best|per column|candidate|state)$/i,
    DOCS.race,
  ],
  'Difference of errors': [
    'One error minus the other, measured on the same rows; where its 95 % interval contains 0, chance may explain it.',
    /^(95\s% of the )?difference( from| to)?$/i,
    DOCS.race,
  ],
  'Sum over columns': [
    'One kernel with all columns together and each column by itself: effects of single columns, and what only several say together.',
    /^sum over columns$/i,
    'methods.md#the-sum-over-columns',
  ],
  Residual: ['What the prediction misses: observed minus predicted.', /^residual.*$/i],
  'Predicted and observed': [
    'The fit’s value for a row beside the one in the file; on the diagonal both are equal.',
    /^(predicted( .*)?|observed( .*)?|as fitted|fitted curve|average predict(ion|ed .*)|prediction of .*)$/i,
  ],
  'Rows far off': [
    'Held-out rows missed by more than three times the RMSE: worth a look at the file.',
    /^beyond three RMSE$/i,
    'methods.md#what-rows-have-in-common',
  ],
  'Learning curve': [
    'The error on new rows over the number of training rows: where it still falls by more than its uncertainty, more rows should help.',
    /^(learning curve|at (this|the best|the comparable) λ|measured)$/i,
  ],
  'Every row fitted exactly': [
    'The limit λ → 0: benign where it costs next to nothing on new rows, tempered where it costs a factor, catastrophic where its error grows with the rows.',
    /^(every row (fitted )?exactly|fitted exactly.*|lowest, at the best λ)$/i,
  ],
  'What if': [
    'The exact risk with other noise or another γ than the file’s, of a target by the law of its scores and of these scores: where a second minimum appears.',
    /^(what if: .*|exact risk.*|by the law|by these scores)$/i,
  ],
} as const satisfies Readonly<Record<string, WrittenTerm>>;
