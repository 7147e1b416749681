import type { Claim, ClaimId } from '../contract/claim';

/** Every claim. Rates of error: docs/claims.md. */
export const CLAIMS: Readonly<Record<ClaimId, Claim>> = {
  'typical-miss': {
    says: 'Typical miss …: half of new rows (of the last rows in order, where these are missed alike: of these rows) are closer (the bar has its 95 % interval).',
    when: 'rows were held out; the interval lies between two of their misses in order, by the binomial law of as many rows as say as much as independent ones: fewer where the last rows in order were held out and are missed alike',
    truth: 'the median miss of this fit on new rows lies in the interval',
    otherwise:
      'the RMSE on rows left out, where nothing is held out; no nine in ten below 30 rows, and about nine in ten below 140, as fewer say less of it',
  },
  'nothing-found': {
    says: 'No kernel tried finds anything that predicts … better than its mean (of classes: than always guessing the most common one).',
    when: 'the 95 % interval of R² on held-out rows reaches 0 and leave-one-out explains little (without held-out rows next to nothing), and no candidate, straight line and single columns included, is better than the mean, and no column’s rise of the error is beyond chance; of classes also that neither the share right is clearly above the guess nor any area under a ROC curve above a half',
    truth: 'the fit explains less than a tenth of the variance of new rows',
    otherwise: 'how far half of the new rows are missed, beside a straight line and the mean',
  },
  'race-lower': {
    says: '… has the lowest error (or is chosen), … % ± … below a straight line on the same rows; of another candidate: worse (or better).',
    when: 'the 95 % interval of the paired difference from the chosen one over the folds of the race, by Student’s t with the variance of Nadeau and Bengio, lies above (below) 0; its lower end counts by how much the lowest of several is too low; not where folds are runs of rows in order, which later rows need not be like',
    truth:
      'the expected error of the chosen candidate on new rows is lower (higher) than that of every candidate of which this was said',
    otherwise: 'not clearly worse, with the interval',
  },
  'as-good': {
    says: '… is as good, within 5 %.',
    when: 'the 95 % interval of the paired difference lies within 5 % of the error it is compared with; of a plain rival in the first sentence, also that on held-out rows holds 0, and Huber’s loss is not clearly lower',
    truth: 'the expected errors on new rows differ by less than 5 %',
    otherwise: 'not clearly worse, or not clearly different; the interval stands in every row',
  },
  'plain-rival': {
    says: 'A straight line (one column alone, the mean) is not clearly worse here.',
    when: 'the 95 % interval of its paired difference from the chosen one holds 0, it is less than 5 % above it, the interval on held-out rows holds 0, and Huber’s loss is not clearly lower',
    truth: 'its expected error on new rows is less than 10 % above that of the fit',
    otherwise: 'nothing',
  },
  'ridge-better': {
    says: 'Ordinary ridge with the same kernel is better: mean absolute error (or RMSE) … against … on rows left out.',
    when: 'the 95 % interval of the paired difference of the absolute errors on all rows left out, held out or without their fold, widened as folds share rows, lies above 0; of a fit with unpenalised features that of squared errors over folds, by Student’s t with the variance of Nadeau and Bengio',
    truth:
      'the expected absolute error of ridge on new rows is lower than that of the robust or sparse fit, the expected squared one than that of the fit with unpenalised features',
    otherwise: 'nothing; of a fit with unpenalised features both errors and the interval',
  },
  'apart-from-baseline': {
    says: '… times closer than a straight line, ordinary ridge or the mean; a straight line is closer; … gets … %: clearly less.',
    when: 'the 95 % interval of the difference of both median misses (of classes, of both shares that are right) on held-out rows, over the same resampled rows, does not hold 0',
    truth: 'the median miss of the fit on new rows is lower (higher) than that of the other',
    otherwise: 'not clearly closer than …: … against …; not clearly less',
  },
  'run-better': {
    says: '… lowers the error on new rows (or on the last rows) by … against …',
    when: 'the 95 % interval of the paired difference on the held-out rows of two runs, over resampled rows, lies below 0; of the last rows in order and of whole groups, of as few as say as much as independent ones',
    truth:
      'the expected error of the one on new rows (of the last rows in order, on other rows of the same days) is lower than that of the other',
    otherwise: '… and … are not clearly different on new rows; of several, … are not clearly different from …',
  },
  'run-lowest': {
    says: '… has the lowest error on new rows (or on the last rows), ….',
    when: 'such an interval lies above 0 for every other run that was compared with it, on the same held-out rows',
    truth: 'its expected error on new rows (on other rows of the same days) is lower than that of each of them',
    otherwise: 'the same',
  },
  'column-matters': {
    says: 'With … shuffled the error rises by …. … of … rises are beyond chance.',
    when: 'the interval of the rise over held-out rows, by Student’s t with the variance of what a row loses and lends, lies above 0; of up to 20 columns that move a prediction at 95 % if one stands out among all n, and else, and of more, at 1 − 5 %/n',
    truth:
      'the target depends on the column; of near copies: on one that varies with it, and with any of them shuffled the error of this fit on new rows is higher',
    otherwise: 'for no column can a rise be told from chance, with the largest that an interval allows',
  },
  'more-rows-help': {
    says: 'With … rows the RMSE is … higher (… to …) than with … (or … times that with …): more rows should still help.',
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
  'fewer-enough': {
    says: '… to … features (or landmarks) are enough: their RMSE is within 5 % of the lowest.',
    when: 'rows were held out, and of each of these numbers the upper end of the 95 % interval of the paired difference of squared errors from the lowest one is below what makes the RMSE 5 % higher; up to all, unless these are worse by 2.8 standard errors',
    truth: 'with the fewest of them the expected RMSE on new rows is less than 5 % above that with the most of them',
    otherwise:
      'whether fewer would do cannot be told, with the interval of half as many; without held-out rows, at which numbers GCV is within 1 % of the lowest',
  },
  'exact-fit-costs': {
    says: 'Fitting every row exactly gives … times the lowest RMSE on new rows (… to …).',
    when: 'the lower end of the 95 % interval of the paired ratio of leave-one-out errors, of the fit of every row and the lowest of the path, lies above 1',
    truth: 'the RMSE of that fit on new rows is higher than that of the lowest λ',
    otherwise:
      'what fitting every row exactly costs cannot be told, with the interval; that it is not possible, where eigenvalues are too small',
  },
  'exact-fit-free': {
    says: 'Fitting every row exactly costs next to nothing, less than 5 % of the RMSE: benign overfitting at this size.',
    when: 'the upper end of that interval is below 1.05',
    truth: 'the RMSE of that fit on new rows is less than 10 % above that of the lowest λ',
    otherwise: 'the same',
  },
  'exact-fit-worsens': {
    says: '… that grows with the rows, by … (… to …) from … to … rows: catastrophic overfitting.',
    when: 'that fit costs, and the lower end of the 99 % interval of the paired ratio of its RMSE with all and with half of the rows lies above 1, and the eigenvalues fall faster than by a power law',
    truth: 'with twice as many rows the expected RMSE of the fit of every row is higher',
    otherwise: 'whether that grows with the rows cannot be told',
  },
  'above-noise': {
    says: 'The target rises above the noise up to direction ….',
    when: 'the stretch of directions that ends there has a mean score above the upper end of the noise floor’s interval times the quantile of chi² over its degrees of freedom at which one of all stretches of noise exceeds it in 5 % of draws',
    truth: 'in that stretch the mean score of the target without noise is at least a tenth of the noise floor',
    otherwise: 'no direction can be told from noise',
  },
  'under-aligned': {
    says: 'It is under-aligned, γ between … and ….',
    when: 'the eigenvalues follow a power law, and the 95 % profile-likelihood interval of γ over all directions, and over those past the first few, lies below ½',
    truth: 'γ is below ½',
    otherwise: 'whether it is rougher or smoother than this kernel asks cannot be told',
  },
  'just-aligned': {
    says: 'It is just-aligned, γ between … and ….',
    when: 'that interval lies between 0.4 and 0.6',
    truth: 'γ lies between 0.4 and 0.6',
    otherwise: 'whether it is rougher or smoother than this kernel asks cannot be told',
  },
  'weakly-aligned': {
    says: 'It is weakly aligned, γ between … and ….',
    when: 'that interval lies between ½ and 1, and not within 0.1 of ½',
    truth: 'γ is above ½ and not above 1',
    otherwise: 'whether it is rougher or smoother than this kernel asks cannot be told',
  },
  'smoother-than-asked': {
    says: 'It is weakly or over-aligned, γ between … and ….',
    when: 'that interval lies above ½ and holds 1',
    truth: 'γ is above ½',
    otherwise: 'whether it is rougher or smoother than this kernel asks cannot be told',
  },
  'over-aligned': {
    says: 'It is over-aligned, γ between … and ….',
    when: 'that interval lies above 1',
    truth:
      'γ is above 1; of a target without such a law, truncated ridge lowers the excess risk of ridge by a tenth at least',
    otherwise: 'whether it is rougher or smoother than this kernel asks cannot be told',
  },
  'noise-at-most': {
    says: 'Not explained by this kernel …; the noise in these rows is at most ….',
    when: 'the noise is estimated from at least 30 last directions, of each of which the fit keeps less than 5 %',
    truth: 'the root mean square of the noise in the training rows is not above that number',
    otherwise: 'the noise lies between what residuals and what rows left out say',
  },
  'noise-between': {
    says: 'Not explained by this kernel: … to ….',
    when: 'there are not enough such directions',
    truth:
      'the root mean square of the noise in the training rows is not above the upper one, and with the excess risk of the fit on new rows, judged here by that on the training rows, not below the lower one',
    otherwise: 'nothing',
  },
  'lowest-risk': {
    says: 'The estimate on the training rows, noise apart, is lowest at λ …, between … and … of the variance.',
    when: 'there are at least 75 training rows, and the upper end of its 95 % interval is at most twice the lower one',
    truth:
      'the excess risk on the training rows at that λ lies between the two, a mean over which row has which of the errors drawn',
    otherwise: 'how large the excess risk is cannot be told',
  },
  'bias-share': {
    says: 'Between … and … of it is bias.',
    when: 'the lowest risk is told, and the upper end of the interval of the share of bias at most twice the lower one',
    truth: 'the share of bias in the excess risk on the training rows lies between the two',
    otherwise: 'nothing',
  },
  'components-left': {
    says: '… components leave … of the variance of … held-out rows, of new rows … to … with 95 % confidence.',
    when: 'at least 20 rows were held out and k(x, x) is the same for all rows; by Student’s t from what each of them leaves less its share of what it leaves without components, in L² with the scatter over training rows beside; not where training rows scatter 2.5 times as much as those held out, which then lack far rows',
    truth: 'the share that these components leave of many new rows lies in the interval',
    otherwise: 'the share that is left of the rows at hand',
  },
  'one-minimum': {
    says: 'Over λ (or r) the risk has one minimum, at …, but for shallow ones.',
    when: 'no rise between two places of the risk curve and a fall after it, each with two standard errors by the scatter of scores and noise, is half as high as the lowest risk',
    truth: 'the excess risk on the training rows has along that axis no second minimum as deep as half the lowest risk',
    otherwise: 'whether it has one minimum or several cannot be told',
  },
  'several-minima': {
    says: 'Over λ (or r) the risk has … minima: at … (… to …) and ….',
    when: 'between any two of them the risk curve rises and falls by 2.5 such standard errors',
    truth: 'the excess risk on the training rows has along that axis as many local minima, and each range holds one',
    otherwise: 'whether it has one minimum or several cannot be told',
  },
  'span-shares': {
    says: 'Within the unpenalised features … of the variance (95 %: … to …); outside them at least …, and with all noise ….',
    when: 'features beside the constant are unpenalised, and were not trained on the target',
    truth:
      'the shares of the target without noise within the span of these features on the training rows, and outside of it, lie in both intervals',
    otherwise: 'nothing',
  },
  'coefficient-between': {
    says: 'Coefficients of the unpenalised features, ± 95 %.',
    when: 'the filter is ridge over all directions of an exact kernel and the target a number',
    truth:
      'the target without noise is that multiple of the feature, within the interval, and a function of the other columns or a draw of the Gaussian field of the kernel',
    otherwise: 'the coefficient alone',
  },
};
