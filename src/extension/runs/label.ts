import { count, short } from '../../engine/words/numbers';
import { timeAgo } from '../../engine/words/quantities';
import { counted } from '../../engine/words/sentence';
import { withinSentence } from '../../engine/words/withinSentence';
import { inertText } from '../inertText';
import type { RunSummary } from './summary';

/** Text that a tree or a tab can show: "airfoil.csv — c6", "airfoil.csv — components" */
export const runLabel = ({ file, target }: Pick<RunSummary, 'file' | 'target'>): string =>
  inertText(`${file} — ${target || 'components'}`);

/** "R² 0.86 · KRR · 2 min ago", "98 % right · TKRR · yesterday", "10 components · NY-KPCA · 1 h ago" */
export function runDescription(run: RunSummary, now: number): string {
  const parts = [qualityText(run), run.method.id.toUpperCase(), timeAgo(run.created, now)];
  return inertText(parts.filter((part) => part !== '').join(' · '));
}

function qualityText({ r2, accuracy, components }: RunSummary): string {
  if (components !== undefined) return counted(components, 'component');
  if (accuracy !== undefined) return `${Math.round(100 * accuracy)} % right`;
  return r2 === undefined ? 'nothing held out' : `R² ${short(r2, r2 > 0.99 ? 4 : 2)}`;
}

/** Lines for a tooltip: what was fitted to what, and every parameter with the rule that chose it. */
export function runDetails(run: RunSummary): { readonly head: string; readonly lines: readonly string[] } {
  const head = run.target === '' ? run.method.title : `${run.method.title} of ${run.target}`;
  const date = new Date(run.created).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return {
    head,
    lines: [
      `${run.file}, ${count(run.rows)} training rows, ${counted(run.features, 'feature')}`,
      ...run.parameters.map(({ title, value, rule }) => `${title}: ${tidy(value)} (${rule})`),
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
