/** Seconds by stage: a stage lasts until the next begins, and the first begins with the watch. Stages of one name add up. */
export class Stopwatch {
  private readonly seconds: Record<string, number> = {};
  private since = performance.now();
  private stage: string | undefined;

  begin(stage: string): void {
    if (this.stage !== undefined) this.end(this.stage);
    this.stage = stage;
  }

  /** Of the stages so far, the current one up to now included. */
  laps(): Readonly<Record<string, number>> {
    if (this.stage !== undefined) this.end(this.stage);
    return { ...this.seconds };
  }

  private end(stage: string): void {
    const now = performance.now();
    this.seconds[stage] = (this.seconds[stage] ?? 0) + (now - this.since) / 1000;
    this.since = now;
  }
}
