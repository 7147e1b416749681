import { unpack } from '../../engine/contract/pack';
import type { RunResult } from '../../engine/contract/run';
import { LiveReport } from './liveReport';

// The page of a report where scripts run: its sliders move the figures from the numbers that the page holds. Elsewhere it stays as written.
const parts = {
  sliders: document.getElementById('sliders'),
  lead: document.getElementById('lead'),
  numbers: document.querySelector<HTMLTableElement>('#numbers table'),
  figures: document.querySelector<HTMLElement>('#figures .figures'),
};
const { sliders, lead, numbers, figures } = parts;
const packed = document.getElementById('run')?.textContent;
if (packed && sliders && lead && numbers && figures) {
  const run = unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))) as RunResult;
  new LiveReport(run, { sliders, lead, numbers, figures });
}
