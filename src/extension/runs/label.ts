import { env, l10n } from 'vscode';
import type { StoredRunSummary } from '../../doors/runs/summary';
import { inertText } from '../../engine/words/inertText';
import { ruleText } from '../../engine/words/methodWords';
import { count, percent, short } from '../../engine/words/numbers';
import { withinSentence } from '../../engine/words/sentence';
import { amount } from '../amount';

/** The common label of comparable runs: "airfoil.csv — c6", "airfoil.csv — components" */
export const runLabel = ({ file, target }: Pick<StoredRunSummary, 'file' | 'target'>): string =>
  inertText(`${file} — ${target || l10n.t('components')}`);

/** "Kernel ridge", "Huber", "Conditional kernel ridge, chosen features" */
export const methodText = ({ title }: StoredRunSummary['method']): string =>
  title.replace(/( kernel)? regression(?=,|$)/, '');

/** "Gaussian", "Matérn 3/2 per column" */
export const shortKernelText = ({ kernel, scales }: Pick<StoredRunSummary, 'kernel' | 'scales'>): string =>
  scales > 1 ? l10n.t('{0} per column', kernel) : kernel;

/** "RMSE 1.14 · 1,202 rows · 2 min ago", "2 % wrong · 120 rows · yesterday": the same for every run. */
export function runDescription(run: StoredRunSummary, now: number): string {
  const parts = [errorText(run), rowsText(run), timeAgo(run.created, now)];
  return inertText(parts.filter((part) => part !== '').join(' · '));
}

/** The rows that a run was fitted to: "1,202 rows", "1,183 rows, where age > 30, without 19 rows". */
function rowsText({ rows, where, leftOut }: StoredRunSummary): string {
  const chosen = where === undefined ? '' : `, ${l10n.t('where {0}', where)}`;
  const without = leftOut === undefined ? '' : `, ${l10n.t('without {0}', amount(leftOut, 'rows'))}`;
  return `${amount(rows, 'rows')}${chosen}${without}`;
}

function errorText({ r2, rmse, accuracy, components }: StoredRunSummary): string {
  if (components !== undefined) return '';
  if (accuracy !== undefined) return l10n.t('{0} wrong', percent(1 - accuracy));
  if (r2 === undefined) return l10n.t('nothing held out');
  return rmse === undefined ? '' : `RMSE ${short(rmse, 3)}`;
}

/** Lines for a tooltip: method, target, and every parameter with the rule that chose it. */
export function runDetails(run: StoredRunSummary): { readonly head: string; readonly lines: readonly string[] } {
  const { title } = run.method;
  const head = run.target === '' ? l10n.t(title) : l10n.t('{0} of {1}', l10n.t(title), run.target);
  const date = new Date(run.created).toLocaleString(env.language === 'en' ? 'en-GB' : env.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return {
    head,
    lines: [
      l10n.t('{0}, {1} training rows, {2}', run.file, count(run.rows), amount(run.columns.length, 'columns')),
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

/** A long fraction in at most four digits; any other text unchanged. */
function tidy(value: string): string {
  const number = Number(value);
  return value !== '' && Number.isFinite(number) && !Number.isInteger(number) ? short(number) : value;
}

/** "just now", "2 min ago", "3 h ago", "yesterday", "5 days ago", then the date. Milliseconds since 1970. */
export function timeAgo(from: number, now: number): string {
  const minutes = Math.floor((now - from) / 60_000);
  if (!Number.isFinite(minutes)) return '';
  if (minutes < 1) return l10n.t('just now');
  if (minutes < 60) return l10n.t('{0} min ago', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return l10n.t('{0} h ago', hours);
  const days = Math.floor(hours / 24);
  if (days === 1) return l10n.t('yesterday');
  return days < 30 ? l10n.t('{0} days ago', days) : new Date(from).toISOString().slice(0, 10);
}

/** The parts of a panel's contents that its title needs. */
export interface PanelTitle {
  readonly file: string;
  readonly method: string;
  readonly kernel: string;
  /** The only tab of a panel that was popped out. */
  readonly tab?: string;
}

/**
 * "airfoil.csv · kernel ridge", popped out "Overview · airfoil"; with the kernel if another panel already has that
 * title, and with a number if that is taken too.
 */
export function titleAmong({ file, method, kernel, tab }: PanelTitle, taken: ReadonlySet<string>): string {
  const plain =
    tab === undefined ? panelTitle(file, method) : inertText(`${tab} · ${file.replace(/(?<=.)\.[^.]*$/, '')}`);
  if (!taken.has(plain)) return plain;
  const named = kernel === '' ? plain : `${plain} · ${inertText(kernel)}`;
  let title = named;
  for (let number = 2; taken.has(title); number++) title = `${named} · ${number}`;
  return title;
}

/** True if a panel of such a run may have this title. */
export const isTitleOf = (plain: string, title: string): boolean => title === plain || title.startsWith(`${plain} · `);
