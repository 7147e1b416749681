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
