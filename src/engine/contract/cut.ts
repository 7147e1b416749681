/** Made when it is first needed: every bundle loads this file as it starts. */
let segmenter: Intl.Segmenter | undefined;
/** Code units that one character, as a reader takes it, holds at most: an emoji of a family has 11, a letter may bear marks without end. */
const UNITS = 16;
/** Characters of one line. */
const LINE = 320;
/** Characters of a name or a cell within a sentence, and of a whole sentence. */
export const NAME = 80;
const SENTENCE = 2000;
/** A sentence ends in what to do: that much of its end is kept. */
const END = 400;

/** A text cut to a number of characters, with … in place of the others. Its time does not grow with what is cut. */
export function cut(text: string, most = LINE): string {
  if (text.length <= most) return text;
  const characters: string[] = [];
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(whole(text.slice(0, most * UNITS)))) {
    characters.push(whole(segment.slice(0, UNITS)));
    if (characters.length > most) return `${characters.slice(0, most - 1).join('')}…`;
  }
  const kept = characters.join('');
  return kept === text ? text : `${kept}…`;
}

/** Without half of a character of two code units at its end. */
const whole = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);

/**
 * A sentence in which what stands in double quotes, names and cells of files, is cut, and which is itself not longer than can be read.
 */
export function cutSentence(text: string): string {
  if (text.length <= NAME) return text;
  const short = text.replace(/"([^"]*)"/g, (_, name: string) => `"${cut(name, NAME)}"`);
  return short.length <= SENTENCE
    ? short
    : `${cut(short, SENTENCE - END)} ${short.slice(-END).replace(/^[\udc00-\udfff]/, '')}`;
}
