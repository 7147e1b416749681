/** A character, or any number of them. */
type Token = '*' | ((character: string) => boolean);

/** True if a path may name several files. */
export const isPattern = (path: string): boolean => /[*?[{]/.test(path);

/** The most patterns that braces may stand for. */
const MOST = 10_000;

/** A pattern without braces for every choice: "{a,b}.csv" is "a.csv" and "b.csv". Throws `RangeError` beyond ten thousand. */
export function withoutBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = firstBraces(next);
    if (braces === undefined) done.push(next);
    else for (const choice of braces.choices.reverse()) open.push(braces.before + choice + braces.behind);
    if (done.length + open.length > MOST) throw new RangeError('too many choices');
  }
  return done;
}

/** The first outermost braces with a comma in them. */
function firstBraces(pattern: string) {
  for (let from = 0; from < pattern.length; from = behind(pattern, from)) {
    if (pattern[from] !== '{') continue;
    const cuts = [from];
    let depth = 1;
    let at = from + 1;
    for (; at < pattern.length && depth > 0; at = behind(pattern, at)) {
      if (pattern[at] === '{') depth++;
      if (pattern[at] === '}') depth--;
      if (depth === 0 || (depth === 1 && pattern[at] === ',')) cuts.push(at);
    }
    if (depth > 0 || cuts.length < 3) continue;
    const choices = cuts.slice(1).map((cut, i) => pattern.slice(cuts[i] + 1, cut));
    return { before: pattern.slice(0, from), choices, behind: pattern.slice(at) };
  }
  return undefined;
}

/** The position after a character, or after a class in brackets. */
const behind = (pattern: string, at: number): number => classEnd(pattern, at) ?? at + 1;

/** The end of "[…]", where a bracket may stand first; undefined where none begins here. */
function classEnd(pattern: string, at: number): number | undefined {
  if (pattern[at] !== '[') return undefined;
  const first = /[!^]/.test(pattern[at + 1] ?? '') ? at + 2 : at + 1;
  const end = pattern.indexOf(']', first + 1);
  return end < 0 ? undefined : end + 1;
}

/** Tells whether a name matches a part of a pattern between slashes, without braces: `*`, `?` and `[abc]`. In time linear in either. */
export function matcherOf(segment: string): (name: string) => boolean {
  const tokens: Token[] = [];
  for (let at = 0; at < segment.length; ) {
    const end = behind(segment, at);
    tokens.push(segment[at] === '*' ? '*' : characterOf(segment.slice(at, end)));
    at = end;
  }
  return (name) => matches(tokens, name);
}

function characterOf(text: string): (character: string) => boolean {
  if (text === '?') return () => true;
  if (text.length === 1) return (character) => character === text;
  const not = /^[!^]/.test(text.slice(1));
  const members = text.slice(not ? 2 : 1, -1);
  const ranges = [...members.matchAll(/(.)-(.)|./gs)].map(([one, from = one, to = one]) => [from, to]);
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== not;
}

/** Matches tokens against a name. If a star took too little, only the last one takes more. */
function matches(tokens: readonly Token[], name: string): boolean {
  let star = -1;
  let taken = 0;
  let t = 0;
  for (let i = 0; i < name.length; ) {
    const token = tokens[t];
    if (token === '*') {
      star = t++;
      taken = i;
    } else if (token?.(name[i])) {
      t++;
      i++;
    } else if (star >= 0) {
      t = star + 1;
      i = ++taken;
    } else return false;
  }
  return tokens.slice(t).every((token) => token === '*');
}

/** The name as a pattern that only it matches. */
const literally = (name: string): string => name.replace(/[*?[{},\]]/g, (sign) => `[${sign}]`);

/** One path for these files: their common folder and their names in braces. Slashes separate folders. */
export function patternOf(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first] = folders;
  const unlike = first.findIndex((name, i) => folders.some((folder) => folder[i] !== name));
  const shared = unlike < 0 ? Math.min(...folders.map(({ length }) => length)) : unlike;
  const names = paths.map((path) => path.split('/').slice(shared).map(literally).join('/'));
  return [...first.slice(0, shared).map(literally), `{${names.join(',')}}`].join('/');
}
