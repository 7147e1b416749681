import { KernelscopeError } from '../../engine/contract/failure';
import type { Model } from '../../engine/contract/model';
import { FORMAT_NAMES } from '../../engine/words/dataWords';
import { markdownText } from '../../engine/words/inertText';
import { count } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import type { PortableModel } from '../portable/portable';
import { comparisonCode, pictureCode } from './comparison';
import type { NotebookRecipe, RecordedFit } from './fit';
import { kernelCode } from './kernelCode';
import { encodingCode, fileCode, locateCode, splitCode, tableCode } from './reading';
import { recipeOf } from './recipes';
import { type Cell, NotebookSheet } from './sheet';
import { targetCode } from './targets';

/** The cells that repeat the fit of a model. Throws `parameter/invalid` where that cannot be said. */
export function sheetOf(model: PortableModel, fitted: Model['fitted']): readonly Cell[] {
  const fit = recordedFit(model, fitted);
  const cook = recipeOf(fit.method);
  if (cook === undefined)
    throw refused(`No notebook can repeat the method "${fit.method}", which this version does not know.`);
  const recipe = cook(fit);
  const sheet = new NotebookSheet(model);
  sheet.markdown('title', ...titleWords(fit, recipe));
  sheet.code('file', locateCode(fit), fileCode(fit));
  sheet.markdown('rows-title', '## Rows', rowsWords(fit));
  sheet.code('rows', tableCode(fit));
  sheet.code('split', splitCode(fit));
  sheet.markdown('columns-title', '## Columns', columnsWords(fit));
  sheet.code('columns', encodingCode(fit));
  if (fit.record.targets.length > 0) sheet.code('targets', targetCode(fit));
  const comparison = comparisonCode(fit, recipe);
  if ([...recipe.code, ...comparison].some((line) => /\bkernel\(/.test(line))) {
    sheet.markdown('kernel-title', '## Kernel', 'k(x, z) of encoded rows, with the length scales of the fit.');
    sheet.code('kernel', kernelCode(model.kernel));
  }
  sheet.markdown('fit-title', '## Fit', recipe.words);
  sheet.code('fit', recipe.code);
  sheet.markdown('comparison-title', '## Comparison', comparisonWords(fit, recipe));
  sheet.code('comparison', comparison);
  sheet.code('picture', pictureCode(fit));
  return sheet.cells;
}

/** Throws `parameter/invalid` where a program cannot read the rows again: delimited text, and the format that it reads `too`. */
export function recordedFit(model: PortableModel, record: Model['fitted'], too?: 'parquet'): RecordedFit {
  if (record === undefined)
    throw refused(
      'This model does not say which rows of which file it was fitted to: it was saved by an earlier version, or fitted to rows of no file. Fit again with this version and export that.',
    );
  const { oddity, name, dialect } = record.file;
  if (dialect.format !== undefined && dialect.format !== too)
    throw refused(
      `${name} is ${FORMAT_NAMES[dialect.format]}, and a notebook reads delimited text alone. Fit the same table as CSV, or export the model as python.`,
    );
  if (oddity !== undefined)
    throw refused(
      `${name} has ${oddity}, which Python's csv module reads in another way. Correct the file and fit again, or export the model as python.`,
    );
  return { model, record, method: model.method };
}

const refused = (text: string) => new KernelscopeError('parameter/invalid', text, { name: 'as' });

const needsScikitLearn = ({ code }: NotebookRecipe) => code.some((line) => line.startsWith('from sklearn'));

function titleWords({ model, record, method }: RecordedFit, recipe: NotebookRecipe): string[] {
  const { file, heldOut, training, targets } = record;
  const what = targets.length > 0 ? targets.map(markdownText).join(', ') : 'Principal components';
  const split = heldOut
    ? `, and compares the predictions of ${counted(heldOut.rows.length, 'held-out row')} with those of Kernelscope`
    : ', and compares predictions of training rows with those of Kernelscope, as nothing was held out';
  const needs = needsScikitLearn(recipe) ? 'numpy and scikit-learn' : 'numpy';
  return [
    `# The fit of ${what} again, from ${markdownText(file.name)}`,
    `Written by Kernelscope ${markdownText(model.kernelscope)}. Reads the file, takes the same ${counted(training.length, 'training row')}, encodes them in the same way and fits ${method} with the same numbers${split}. It needs ${needs}; with matplotlib it ends with a picture. Prediction intervals${model.classes ? ' and calibrated probabilities are' : ' are'} not repeated: *Export Model…* as Python has them.`,
    'Nothing is searched again: length scales and strengths are those that Kernelscope chose.',
  ];
}

const rowsWords = ({ record: { file } }: RecordedFit) =>
  `${counted(file.rows, 'row')} of text, read by Python's csv module: it leaves every cell as the file has it, so that what counts as a number or as a gap is what counted in the fit. (pandas would decide that in its own way, and is not needed.)`;

function columnsWords({ model }: RecordedFit): string {
  const { encoded, inputs } = model;
  return `${counted(inputs.length, 'column')} of the file become${inputs.length === 1 ? 's' : ''} ${count(encoded.names.length)}: gaps are filled with the training mean or have a level, and levels are columns of 0 and 1. Centres and scales are the training rows' means and standard deviations, where the fit standardised.`;
}

function comparisonWords({ record: { heldOut } }: RecordedFit, { why }: NotebookRecipe): string {
  const rows = heldOut
    ? 'Kernelscope predicted the held-out rows when it fitted.'
    : "Kernelscope's coefficients predict the same rows.";
  return `${rows} ${why}`;
}
