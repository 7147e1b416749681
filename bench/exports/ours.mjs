// One process of `npm run bench -- exports`: a folder to work in, and the table to make or nothing for both.
import { CASES } from '../../test/export/cases';
import { exportCase, graphDifferences, javascriptDifferences, pythonDifferences } from '../../test/export/everyExport';
import { fitCase, writeRows } from '../../test/export/fittedCases';
import { secondsRows } from './seconds.mjs';
import { sizeRows } from './sizes.mjs';

const [folder, only, quick] = process.argv.slice(2);
const say = (row) => console.log(JSON.stringify(row));

const wanted = (table) => only === '' || only === table;
if (wanted('differences')) for (const row of await differenceRows()) say(row);
if (wanted('sizes')) for await (const row of sizeRows(folder, quick === 'quick')) say(row);
if (wanted('seconds')) for await (const row of secondsRows(folder)) say(row);

async function differenceRows() {
  await writeRows(folder);
  const fitted = [];
  for (const one of CASES) {
    const made = await fitCase(folder, one);
    await exportCase(folder, made);
    fitted.push(made);
  }
  const found = {
    python: await pythonDifferences(fitted),
    javascript: await javascriptDifferences(fitted),
    ...(await graphDifferences(fitted)),
  };
  const largest = (differences) => {
    if (differences === undefined) return 'refused';
    const { error, interval, other } = differences;
    if (other !== undefined) throw new Error(other);
    return Math.max(error, interval);
  };
  return fitted.map(({ name }) => {
    const values = Object.entries(found).map(([format, byName]) => [format, largest(byName.get(name))]);
    return { table: 'exports', model: name, ...Object.fromEntries(values) };
  });
}
