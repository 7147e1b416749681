/**
 * Which of some tabs stand in a row of so many pixels, in their order: all, or as many of the first as fit beside `more` (the
 * button that counts the rest), the chosen one always among them.
 */
export function tabsInRoom(
  widths: readonly number[],
  chosen: number,
  { room, gap, more }: Readonly<Record<'room' | 'gap' | 'more', number>>,
): readonly boolean[] {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return widths.map(() => true);
  let left = room - more - (widths[chosen] ?? 0);
  let full = false;
  return widths.map((width, i) => {
    if (i === chosen) return true;
    full ||= width + gap > left;
    if (!full) left -= width + gap;
    return !full;
  });
}
