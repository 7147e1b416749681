import type { Checked, Field } from './field';

/** A line in the pick of a text that comes with suggestions. */
export interface Suggestion {
  readonly label: string;
  readonly description?: string;
  /** undefined empties the field. */
  readonly text: string | undefined;
  /** What stands in the box. */
  readonly typed?: boolean;
  /** Why it cannot be taken as it stands. */
  readonly problem?: string;
}

/** The lines while `typed` stands in the box: the suggestions, the present value marked, then what was typed. */
export function suggestionsFor(
  { input, whenEmpty }: Field,
  typed: string,
  now: string | undefined,
): readonly Suggestion[] {
  if (input.kind !== 'text') return [];
  const { suggestions = [], check } = input;
  const text = typed.trim();
  const typedLines = text === '' || suggestions.includes(text) ? [] : [ownText(text, check(text))];
  const presentLines =
    now === undefined || suggestions.includes(now) || now === text ? [] : [{ label: now, text: now }];
  const mark = (line: Suggestion): Suggestion =>
    line.text === now && now !== undefined ? { ...line, description: 'as it is now' } : line;
  return [
    ...[...presentLines, ...suggestions.map((label) => ({ label, text: label }))].map(mark),
    ...typedLines,
    { label: 'Leave it to Kernelscope', description: whenEmpty, text: undefined },
  ];
}

/** In quotes, so that a suggestion which begins with what was typed is listed before it. */
function ownText(text: string, checked: Checked): Suggestion {
  const label = `“${text}”`;
  return 'problem' in checked
    ? { label, description: checked.problem, text, typed: true, problem: checked.problem }
    : { label, description: 'as typed', text, typed: true };
}
