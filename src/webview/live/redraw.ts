/** Many inputs, one drawing: at most one call of `draw` per animation frame, with whatever is newest by then. */
export class Redraw {
  private queued = false;

  constructor(private readonly draw: () => void) {}

  request(): void {
    if (this.queued) return;
    this.queued = true;
    requestAnimationFrame(() => {
      this.queued = false;
      this.draw();
    });
  }
}

/** Acts once what has been drawn is on the screen. A page that is hidden paints nothing. */
export const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act));
