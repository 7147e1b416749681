import { l10n } from 'vscode';
import { invalidArgument } from '../../choices/members';
import type { ReproductionOption, ReproductionSpec } from '../../engine/contract/reproduction';
import { count, fixed } from '../../engine/words/numbers';
import { paperOf, paperTag } from '../../figures/papers';

/** "15 s", "7 min", "2.5 h" */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${fixed(seconds / 3600, 1)} h`;
}

/** "TKRR: truncated kernel ridge regression (Amini, Baumgartner, Feng 2022)": the paper by which lists are grouped. */
export function paperText(spec: ReproductionSpec): string {
  const paper = paperOf(spec);
  if (!paper) return paperTag(spec);
  const names = paper.authors.replaceAll(/\b\p{Lu}\. /gu, '');
  return `${paperTag(spec)}: ${paper.meaning} (${names} ${paper.year})`;
}

/** "7 min, needs a file" */
export function needsText({ seconds, file, folder }: ReproductionSpec): string {
  const duration = durationText(seconds);
  if (file !== undefined) return l10n.t('{0}, needs a file', duration);
  return folder !== undefined ? l10n.t('{0}, needs a folder', duration) : duration;
}

/**
 * A typed number of draws in the form for the request (omitted for all of them), with the time they take; or the
 * problem with it.
 */
export function checkDraws(
  text: string,
  { seconds }: ReproductionSpec,
  published: number,
): { readonly request: { readonly draws?: number }; readonly message: string } | { readonly problem: string } {
  const typed = text.trim();
  const draws = Number(typed);
  if (typed === '' || !Number.isInteger(draws) || draws < 1 || draws > published)
    return { problem: l10n.t('A whole number from 1 to {0}.', count(published)) };
  const first = l10n.t('The first {0} of {1}', count(draws), count(published));
  const much = draws === published ? l10n.t('As published') : first;
  const message = l10n.t('{0}: about {1} on two cores.', much, durationText((seconds * draws) / published));
  return { request: draws === published ? {} : { draws }, message };
}

/** The caller's choices, checked, and the first choice of every option that is omitted. Throws `parameter/invalid`. */
export function reproductionOptions(
  all: readonly ReproductionOption[],
  given: unknown,
): Readonly<Record<string, string>> {
  if (given !== undefined && (typeof given !== 'object' || given === null))
    throw invalidArgument('options', 'The argument options has to be an object.');
  const remaining = new Map(Object.entries(given ?? {}));
  const chosen = all.map(({ name, choices }) => {
    const value = remaining.get(name) ?? choices[0].value;
    remaining.delete(name);
    if (choices.some((choice) => choice.value === value)) return [name, String(value)] as const;
    const known = choices.map((choice) => choice.value).join(', ');
    throw invalidArgument(name, `The option ${name} has to be one of ${known}; it is ${String(value)}.`);
  });
  const [unknown] = remaining.keys();
  if (unknown === undefined) return Object.fromEntries(chosen);
  const known = all.map(({ name }) => name).join(', ');
  throw invalidArgument(
    unknown,
    `There is no option ${unknown}. ${known === '' ? 'It takes none.' : `It takes ${known}.`}`,
  );
}
