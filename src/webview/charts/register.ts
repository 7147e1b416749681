import { Chart, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js';
import { registerTooltip } from './tooltip';

/** Registers only what the figures use, so that the page stays small. Called once per page. */
export function registerCharts(): void {
  Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip);
  registerTooltip();
}
