/** Many inputs, one drawing: at most one call of `draw` per animation frame, with the newest input at that time. */
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

/** Acts once the drawing is on the screen. A page that is hidden paints nothing. */
export const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act));
