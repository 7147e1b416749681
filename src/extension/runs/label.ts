import { count, plural, short, timeAgo } from '../numbers';
import type { RunSummary } from './summary';

/** "airfoil.csv — c6" */
export const runLabel = ({ file, target }: Pick<RunSummary, 'file' | 'target'>): string => `${file} — ${target}`;

/** "R² 0.86 · KRR · 2 min ago", "98 % right · TKRR · yesterday" */
export function runDescription(run: RunSummary, now: number): string {
  const r2 = run.r2 === undefined ? 'nothing held out' : `R² ${short(run.r2, run.r2 > 0.99 ? 4 : 2)}`;
  const quality = run.accuracy === undefined ? r2 : `${Math.round(100 * run.accuracy)} % right`;
  return [quality, run.method.id.toUpperCase(), timeAgo(run.created, now)].filter((part) => part !== '').join(' · ');
}

/** Lines for a tooltip: what was fitted to what, and every parameter with the rule that chose it. */
export function runDetails(run: RunSummary): { readonly head: string; readonly lines: readonly string[] } {
  const head = `${run.method.title} of ${run.target}`;
  const date = new Date(run.created).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return {
    head,
    lines: [
      `${run.file}, ${count(run.rows)} training rows, ${plural(run.features, 'feature')}`,
      ...run.parameters.map(({ title, value, rule }) => `${title}: ${tidy(value)} (${rule})`),
      date,
    ],
  };
}

/** People after whom methods are called. */
const NAMED = /^(?:Huber|Tukey)\b/;

/** "airfoil.csv · kernel ridge", "airfoil.csv · Huber kernel" */
export function panelTitle(file: string, methodTitle: string): string {
  const short = methodTitle.replace(/ regression$/, '');
  return `${file} · ${NAMED.test(short) ? short : short.charAt(0).toLowerCase() + short.slice(1)}`;
}

/** A long fraction in at most four digits; anything else as it stands. */
function tidy(value: string): string {
  const number = Number(value);
  return value !== '' && Number.isFinite(number) && !Number.isInteger(number) ? short(number) : value;
}
