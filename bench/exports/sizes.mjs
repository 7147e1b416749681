// How large the exports of a model are beside its own file, by method, and whether prediction intervals are among what they hold by default.
import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { said } from '../../test/export/fittedCases';
import { rowsCsv } from './rows.mjs';

/** The fit of each model: a method, and settings beside the Gaussian kernel. */
const MODELS = [
  ['krr'],
  ['krr', 'kernel=laplace'],
  ['tkrr'],
  ['ckrr-hard', 'k=5'],
  ['ckrr-soft'],
  ['ckrr-features'],
  ['cutoff'],
  ['kgf'],
  ['huber'],
  ['svr'],
  ['quantile', 'tau=0.05,0.5,0.95'],
  ['rf-ridge', 'features=500', 'compare=false'],
  ['nystrom-ridge', 'landmarks=100', 'compare=false'],
  ['ekpca', 'components=5', 'tradeOff=false'],
  ['rf-kpca', 'components=5', 'tradeOff=false'],
];
const FORMATS = ['python', 'javascript', 'json', 'onnx'];

/** Rows of the table, one after the other. */
export async function* sizeRows(folder, quick) {
  const train = join(folder, 'sizes.csv');
  await writeFile(train, rowsCsv(quick ? 60 : 1000, 1));
  for (const [method, ...settings] of quick ? MODELS.slice(0, 1) : MODELS) {
    const name = [method, ...settings.filter((one) => !/^(compare|tradeOff)=/.test(one))].join(' ');
    const own = join(folder, `sizes-${name.replaceAll(/\W/g, '-')}`);
    const model = `${own}.ksmodel`;
    const target = method.endsWith('kpca') || method === 'ekpca' ? ['--features', 'a,b,c,d,e'] : ['--target', 'y'];
    const set = ['kernel=gaussian', ...settings].flatMap((one) => ['--set', one]);
    await said(
      folder,
      'fit',
      train,
      '--quiet',
      '--holdout',
      '0',
      ...target,
      '--method',
      method,
      ...set,
      '--save',
      model,
    );
    const row = { table: 'exports, sizes', model: name, kernelscope: { bytes: statSync(model).size } };
    for (const format of FORMATS) {
      const bytes = async (...flags) => {
        const out = join(own, `${format}${flags.join('')}`);
        await said(folder, 'export', model, '--as', format, '--out', out, ...flags);
        return readdirSync(out).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
      };
      const [all, without] = [await bytes(), await bytes('--no-intervals')];
      row[format] = { bytes: all, times: all / row.kernelscope.bytes, intervals: all > without };
    }
    yield row;
  }
}
