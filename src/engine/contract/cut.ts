/** Made when it is first needed, as every bundle loads this file at its start. */
let segmenter: Intl.Segmenter | undefined;
/** The most code units of one character as a reader sees it: an emoji of a family has 11, and a letter may bear marks without end. */
const UNITS = 16;
/** The most characters of one line. */
const LINE = 320;
/** The most characters of a name or a cell within a sentence, and of a whole sentence. */
export const NAME_LENGTH = 80;
const SENTENCE = 2000;
/** The number of characters at the end of a sentence that are not cut, as it ends in what to do. */
const END = 400;

/**
 * A text cut to a number of characters, with … instead of the others. The time does not grow with the part that is cut.
 */
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

/** The text without half of a character of two code units at its end. */
const whole = (text: string): string => (/[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text);

/** A sentence with everything in double quotes (names and cells of files) cut, and itself cut to a length that can be read. */
export function cutSentence(text: string): string {
  if (text.length <= NAME_LENGTH) return text;
  const short = text.replace(/"([^"]*)"/g, (_, name: string) => `"${cut(name, NAME_LENGTH)}"`);
  return short.length <= SENTENCE
    ? short
    : `${cut(short, SENTENCE - END)} ${short.slice(-END).replace(/^[\udc00-\udfff]/, '')}`;
}
