import type { Anchor, Pixel } from './shapes';

/** The rectangle of a text, in pixels, and the point of it that stays where it is when another font is wider. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly anchor?: Anchor;
}

/**
 * Moves labels apart: the centres nearest to the wished ones (least squares) that keep `gap` between neighbours and stay
 * within [low, high]. Neighbours that would overlap form a block that stands at the mean of its wishes; blocks that then
 * overlap merge (pool adjacent violators). When there is no room for all, the gap shrinks.
 */
export function spread(wishes: readonly number[], gap: number, low: number, high: number): number[] {
  const count = wishes.length;
  if (count === 0) return [];
  const step = count > 1 ? Math.min(gap, (high - low) / (count - 1)) : 0;
  const order = wishes.map((_, i) => i).sort((a, b) => wishes[a] - wishes[b] || a - b);
  // With the gaps taken out, "at least `step` apart" becomes "not descending".
  const blocks: { sum: number; size: number }[] = [];
  order.forEach((index, place) => {
    let block = { sum: wishes[index] - place * step, size: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.size >= block.sum / block.size; last = blocks.at(-1)) {
      block = { sum: block.sum + last.sum, size: block.size + last.size };
      blocks.pop();
    }
    blocks.push(block);
  });
  const placed = new Array<number>(count);
  let place = 0;
  for (const { sum, size } of blocks) {
    for (let i = 0; i < size; i++, place++) {
      const base = Math.min(Math.max(sum / size, low), high - (count - 1) * step);
      placed[order[place]] = base + place * step;
    }
  }
  return placed;
}

/** How much worse it is to cover a line than a scattered point. */
const LINE = 20;

/** Pixels between texts that stand beside each other. */
const BESIDE = 2;

/**
 * Keeps track of what is written where, so that no two texts of a figure overlap, and of where lines and points lie, so
 * that texts stay off them where they can.
 */
export class LabelSpace {
  private readonly taken: Box[] = [];
  private readonly lines: (readonly Pixel[])[] = [];
  private readonly points: (readonly Pixel[])[] = [];

  constructor(private readonly bounds: Box) {}

  /**
   * Takes the candidate within the bounds that touches no other text and covers least of the data; of equal ones the
   * first. Undefined when none is free.
   */
  place(candidates: readonly Box[]): Box | undefined {
    const free = candidates.filter((box) => this.inside(box) && !this.taken.some((other) => this.touch(box, other)));
    let best: Box | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const box of free) {
      const cost = this.covered(box);
      if (cost >= least) continue;
      best = box;
      least = cost;
      if (cost === 0) break;
    }
    if (best) this.taken.push(best);
    return best;
  }

  take(box: Box): void {
    this.taken.push(box);
  }

  /** Points of a line, left to right. */
  avoidLine(line: readonly Pixel[]): void {
    this.lines.push(line);
  }

  avoidPoints(points: readonly Pixel[]): void {
    this.points.push(points);
  }

  private covered(box: Box): number {
    const right = box.left + box.width;
    const bottom = box.top + box.height;
    let cost = LINE * this.lines.filter((line) => crosses(line, box)).length;
    for (const points of this.points) {
      for (const { x, y } of points) if (x > box.left && x < right && y > box.top && y < bottom) cost++;
    }
    return cost;
  }

  private inside(box: Box): boolean {
    const { left, top, width, height } = this.bounds;
    return (
      box.left >= left - 0.5 &&
      box.top >= top - 0.5 &&
      box.left + box.width <= left + width + 0.5 &&
      box.top + box.height <= top + height + 0.5
    );
  }

  private touch(a: Box, b: Box): boolean {
    return (
      a.left < b.left + b.width + BESIDE &&
      b.left < a.left + a.width + BESIDE &&
      a.top < b.top + b.height &&
      b.top < a.top + a.height
    );
  }
}

function crosses(line: readonly Pixel[], box: Box): boolean {
  const right = box.left + box.width;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1];
    const b = line[i];
    if (b.x < box.left || a.x > right) continue;
    // The stretch of the segment over the box, from its y at one side to its y at the other.
    const slope = b.x > a.x ? (b.y - a.y) / (b.x - a.x) : 0;
    const from = b.x > a.x ? a.y + slope * (Math.max(a.x, box.left) - a.x) : a.y;
    const to = b.x > a.x ? a.y + slope * (Math.min(b.x, right) - a.x) : b.y;
    if (Math.max(from, to) > box.top + 1 && Math.min(from, to) < box.top + box.height - 1) return true;
  }
  return false;
}
