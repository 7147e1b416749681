// The data sets of `npm run bench -- answer`: where each stands in the data's folder, what is predicted, and what none may use.

/**
 * @typedef {object} DataSet
 * @property {string} [file] below the folder of the data
 * @property {[number, number]} [drawn] rows and columns of a file that is drawn in its place
 * @property {string} target
 * @property {'regress' | 'classify'} task
 * @property {readonly string[]} [without] columns that neither side may use: they hold the target again
 */

/** @type {Readonly<Record<string, DataSet>>} */
export const SETS = {
  abalone: { file: 'abalone/abalone.data', target: 'c9', task: 'regress' },
  'air quality': {
    file: 'air_quality/AirQualityUCI.csv',
    target: 'CO(GT)',
    task: 'regress',
  },
  airfoil: { file: 'airfoil/airfoil.csv', target: 'c6', task: 'regress' },
  'auto mpg': { file: 'auto_mpg/auto-mpg.data', target: 'c1', task: 'regress', without: ['c9'] },
  housing: { file: 'california/housing.csv', target: 'median_house_value', task: 'regress' },
  'mnist 7 or 9': { file: 'mnist/mnist_7v9_train.csv.gz', target: 'digit', task: 'classify' },
  steel: { file: 'steel/Steel_industry_data.csv', target: 'Usage_kWh', task: 'regress' },
  'student mathematics': { file: 'student/student-mat.csv', target: 'G3', task: 'regress' },
  'student Portuguese': { file: 'student/student-por.csv', target: 'G3', task: 'regress' },
  superconductivity: { file: 'superconductivity/test_set.csv', target: 'critical_temp', task: 'regress' },
  titanic: {
    file: 'titanic/train.csv',
    target: 'Survived',
    task: 'classify',
    without: ['PassengerId', 'Name', 'Ticket'],
  },
  'uk temperature': { file: 'uk_temperature/uktemp.csv', target: 'Tmean1', task: 'regress' },
  'wine red': { file: 'wine_quality/winequality-red.csv', target: 'quality', task: 'regress' },
  'wine white': { file: 'wine_quality/winequality-white.csv', target: 'quality', task: 'regress' },
  ...Object.fromEntries(
    [
      [800, 8],
      [2000, 15],
      [2200, 80],
      [5000, 12],
      [20_000, 9],
    ].map(([rows, columns]) => [
      `drawn ${rows} × ${columns}`,
      { drawn: [rows, columns], target: 'y', task: 'regress' },
    ]),
  ),
};
