import type { Claim, ClaimId } from '../contract/claim';

/** Every claim. Rates of error: docs/claims.md. */
export const CLAIMS: Readonly<Record<ClaimId, Claim>> = {
  'race-lower': {
    says: '… has the lowest error (or is chosen), … % ± … below … on the same rows.',
    when: 'the 95 % interval of the paired difference over the folds of the race, by Student’s t with the variance of Nadeau and Bengio, lies above 0',
    truth: 'the expected error of the chosen candidate on new rows is lower than that of the other',
    otherwise: 'not clearly different from … on the same rows',
  },
  'as-good': {
    says: '… is as good, within 5 %.',
    when: 'the 95 % interval of the paired difference lies within 5 % of the error it is compared with',
    truth: 'the expected errors on new rows differ by less than 5 %',
    otherwise: 'not clearly worse, or not clearly different; the interval stands in every row',
  },
  'apart-from-baseline': {
    says: 'The RMSE is … % ± … below (above) that of a straight line, a column alone or the mean.',
    when: 'the 95 % interval of the paired difference on held-out rows, over resampled rows, does not hold 0',
    truth: 'the expected error of the fit on new rows is lower (higher) than that of the baseline',
    otherwise: 'not clearly better than …, with the difference',
  },
  'run-better': {
    says: '… lowers the error on new rows by … against …',
    when: 'the 95 % interval of the paired difference on the held-out rows of two runs, over resampled rows, lies below 0',
    truth: 'the expected error of the one on new rows is lower than that of the other',
    otherwise: '… and … are not clearly different on new rows',
  },
  'more-rows-help': {
    says: 'With … rows the RMSE is … higher (… to …) than with …: more rows should still help.',
    when: 'the 95 % interval of the paired ratio of half and nearly all rows, with the variance of Nadeau and Bengio, lies above 1, and the fit explains something',
    truth: 'with twice as many rows the expected RMSE of this fit on new rows is lower',
    otherwise: 'whether more rows would help cannot be told: between … and …',
  },
  'more-rows-help-little': {
    says: 'Twice as many rows of this kind would help little, by less than 5 %.',
    when: 'the upper end of that interval, about a cost of half the rows that is not taken below 0, is below 5 %, and the fit explains something',
    truth: 'with twice as many rows the expected RMSE of this fit on new rows is lower by less than 5 %',
    otherwise: 'whether more rows would help cannot be told: between … and …',
  },
};
