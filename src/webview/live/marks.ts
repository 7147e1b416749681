/** A value worth finding again, marked under the track; the most important ones come first. */
export interface TrackMark {
  readonly text: string;
  readonly value: number;
}

interface PlacedMark {
  /** The texts of all marks at this place. */
  readonly texts: readonly string[];
  readonly value: number;
  /** 0…1 */
  readonly at: number;
  /** The text written beside it: its own names, and those of neighbours that lie under the text. */
  readonly name?: { readonly text: string; readonly before: boolean };
}

/**
 * Pixels of a letter in a mark's name, rather too many than too few, and of the space around the name; and half the
 * width of a mark.
 */
const LETTER = 5.8;
const AROUND = 12;
const HALF = 4;
/** Marks closer than this are merged. */
const TOGETHER = 0.012;

export const markText = (texts: readonly string[]): string => texts.join(', ');

type Box = readonly [from: number, to: number];

interface Place {
  readonly texts: string[];
  readonly value: number;
  readonly at: number;
}

/** A name beside one mark, for all the marks that lie under it. */
interface Naming {
  readonly joined: readonly Place[];
  readonly text: string;
  readonly before: boolean;
  readonly box: Box;
}

/**
 * Places marks on a track `width` pixels wide, at positions 0…1. The most important names are placed first; a name
 * lists the marks that it covers too, or only counts those at its own place where there is no room.
 */
export function placedMarks(
  marks: readonly TrackMark[],
  place: (value: number) => number,
  width: number,
): PlacedMark[] {
  const places: Place[] = [];
  for (const { text, value } of marks) {
    const at = place(value);
    const same = places.find((other) => Math.abs(other.at - at) < TOGETHER);
    if (same) same.texts.push(text);
    else places.push({ texts: [text], value, at });
  }
  const named = new Map<Place, Naming>();
  const isNamed = (own: Place) => [...named.values()].some(({ joined }) => joined.includes(own));
  const free = ({ box: [from, to], joined }: Naming) =>
    from > -0.03 &&
    to < 1.03 &&
    [...named.values()].every(({ box: [a, b] }) => to <= a || b <= from) &&
    places.every((other) => joined.includes(other) || !isUnder(other, [from, to], width));
  for (const own of places) {
    if (isNamed(own)) continue;
    const open = places.filter((other) => !isNamed(other));
    const whole = [false, true].map((before) => naming(own, open, before, width));
    const short = own.texts.length > 1 ? `${own.texts[0]} +${own.texts.length - 1}` : own.texts[0];
    const alone = [false, true].map((before) => boxed([own], short, before, width));
    const best = [...whole.toSorted((a, b) => a.joined.length - b.joined.length), ...alone].find(free);
    if (best) named.set(own, best);
  }
  return places.map((own) => {
    const name = named.get(own);
    return { ...own, ...(name && { name: { text: name.text, before: name.before } }) };
  });
}

/** The name of a mark beside it, with the names of the others that lie under it. */
function naming(own: Place, open: readonly Place[], before: boolean, width: number): Naming {
  let joined: readonly Place[] = [own];
  for (;;) {
    const found = boxed(joined, markText(joined.flatMap(({ texts }) => texts)), before, width);
    const more = open.filter((other) => !joined.includes(other) && isUnder(other, found.box, width));
    if (more.length === 0) return found;
    joined = [...joined, ...more];
  }
}

function boxed(joined: readonly Place[], text: string, before: boolean, width: number): Naming {
  const wide = (LETTER * text.length + AROUND) / width;
  const { at } = joined[0];
  return { joined, text, before, box: before ? [at - wide, at] : [at, at + wide] };
}

const isUnder = ({ at }: Place, [from, to]: Box, width: number): boolean =>
  at + HALF / width > from && at - HALF / width < to;
