import { Chart, LinearScale, LineController, LineElement, PointElement, Tooltip } from 'chart.js';
import { registerTooltip } from './tooltip';

/** Only what the figures use, so that the page stays small. Once per page. */
export function registerCharts(): void {
  Chart.register(LineController, LineElement, PointElement, LinearScale, Tooltip);
  registerTooltip();
}
