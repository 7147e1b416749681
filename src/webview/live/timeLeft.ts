/** Too early to tell: a guess that is soon wrong is worse than none. */
const LEAST_SECONDS = 2;
const LEAST_SHARE = 0.1;

/** "about 10 s left", from how long the share from `first` to `now` took; '' while that tells nothing. */
export function timeLeft(elapsed: number, first: number, now: number): string {
  if (elapsed < LEAST_SECONDS || now - first < LEAST_SHARE || now >= 1) return '';
  const seconds = (elapsed * (1 - now)) / (now - first);
  if (seconds < 1.5) return '';
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} min left`;
  const step = seconds < 10 ? 1 : 5;
  return `about ${Math.max(step, step * Math.round(seconds / step))} s left`;
}
