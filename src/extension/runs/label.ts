import type { RunSummary } from '../../doors/runs/summary';
import { inertText } from '../../engine/words/inertText';
import { ruleText } from '../../engine/words/methodWords';
import { count, percent, short } from '../../engine/words/numbers';
import { timeAgo } from '../../engine/words/quantities';
import { counted, withinSentence } from '../../engine/words/sentence';

/** What runs that can be compared have in common: "airfoil.csv — c6", "airfoil.csv — components" */
export const runLabel = ({ file, target }: Pick<RunSummary, 'file' | 'target'>): string =>
  inertText(`${file} — ${target || 'components'}`);

/** "Kernel ridge", "Huber", "Conditional kernel ridge, chosen features" */
export const methodText = ({ title }: RunSummary['method']): string =>
  title.replace(/( kernel)? regression(?=,|$)/, '');

/** "Gaussian", "Matérn 3/2 per column" */
export const shortKernelText = ({ kernel, scales }: Pick<RunSummary, 'kernel' | 'scales'>): string =>
  `${kernel}${scales > 1 ? ' per column' : ''}`;

/** "RMSE 1.14 · 1,202 rows · 2 min ago", "2 % wrong · 120 rows · yesterday": the same for every run. */
export function runDescription(run: RunSummary, now: number): string {
  const parts = [errorText(run), rowsText(run), timeAgo(run.created, now)];
  return inertText(parts.filter((part) => part !== '').join(' · '));
}

/** Which rows a run was fitted to: "1,202 rows", "1,183 rows, where age > 30, without 19 rows". */
function rowsText({ rows, where, leftOut }: RunSummary): string {
  const chosen = where === undefined ? '' : `, where ${where}`;
  return `${counted(rows, 'row')}${chosen}${leftOut === undefined ? '' : `, without ${counted(leftOut, 'row')}`}`;
}

function errorText({ r2, rmse, accuracy, components }: RunSummary): string {
  if (components !== undefined) return '';
  if (accuracy !== undefined) return `${percent(1 - accuracy)} wrong`;
  if (r2 === undefined) return 'nothing held out';
  return rmse === undefined ? '' : `RMSE ${short(rmse, 3)}`;
}

/** Lines for a tooltip: what was fitted to what, and every parameter with the rule that chose it. */
export function runDetails(run: RunSummary): { readonly head: string; readonly lines: readonly string[] } {
  const head = run.target === '' ? run.method.title : `${run.method.title} of ${run.target}`;
  const date = new Date(run.created).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return {
    head,
    lines: [
      `${run.file}, ${count(run.rows)} training rows, ${counted(run.columns.length, 'column')}`,
      ...run.parameters.map(({ title, value, rule }) => `${title}: ${tidy(value)} (${ruleText(rule)})`),
      date,
    ],
  };
}

/** "airfoil.csv · kernel ridge", "airfoil.csv · Huber kernel" */
export function panelTitle(file: string, methodTitle: string): string {
  const short = methodTitle.replace(/ regression$/, '');
  return inertText(`${file} · ${withinSentence(short)}`);
}

/** A long fraction in at most four digits; anything else as it stands. */
function tidy(value: string): string {
  const number = Number(value);
  return value !== '' && Number.isFinite(number) && !Number.isInteger(number) ? short(number) : value;
}
