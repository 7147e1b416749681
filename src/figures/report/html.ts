import type { Sentence } from '../../engine/contract/figure';
import { pack } from '../../engine/contract/pack';
import { type AnyRun, isComponents, type RunResult, type TargetResult } from '../../engine/contract/run';
import { memorySize } from '../../engine/words/quantities';
import { REPORT_FIGURE } from '../layout/figure';
import { LIGHT_THEME } from '../layout/theme';
import { escapeXml } from '../svg/node';
import { toSvg } from '../svg/svg';
import type { TableSpec } from '../tableSpec';
import { footnotesOnce } from '../words/describe';
import { type Report, reportOf } from './report';

/** The script and style that make a page's sliders live, as scripts/reportPage.mjs builds them. */
interface PageScript {
  readonly script: string;
  /** "sha256-…", of the script. */
  readonly digest: string;
  readonly style: string;
}

/** Nothing is loaded: the page can be opened, sent and printed anywhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Only the script that was written with the page runs, and no text can become markup or a script, whatever it says. */
const policyOf = ({ digest }: PageScript): string =>
  `${POLICY}; script-src '${digest}'; require-trusted-types-for 'script'; trusted-types 'none'`;

const STYLE = `
body { max-width: 1240px; margin: 0 auto; padding: 32px 24px; background: #fff; color: #333;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 4px 0 16px; font-size: 24px; font-weight: 400; }
h2 { margin: 32px 0 8px; font-size: 15px; }
p { max-width: 75ch; margin: 4px 0; }
nav { margin: 20px 0; padding: 8px 0; border: solid #e5e5e5; border-width: 1px 0; }
nav a { margin-right: 16px; color: #005fb8; text-decoration: none; }
.lead { font-size: 17px; }
.muted { color: #6b6b6b; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 480px), 1fr)); gap: 16px; }
.figures svg { width: 100%; height: auto; }
table { border-collapse: collapse; }
th, td { padding: 3px 20px 3px 0; border-bottom: 1px solid #ececec; text-align: left; vertical-align: top; }
.numeric { text-align: right; }
pre { padding: 12px 16px; overflow-x: auto; background: #f6f6f6; font: 12px/1.5 ui-monospace, monospace; }
.warning::before { content: "⚠ "; }
@media print { .figures { display: block; } .figures svg { break-inside: avoid; } nav { display: none; } }
`;

/** The look of the sliders takes its colours from the editor's theme, elsewhere from these. */
const LIVE_STYLE = `
:root { --panel-edge: 0px; --panel-rule: transparent; --panel-text: #333; --panel-background: #fff; --panel-muted: #6b6b6b;
  --panel-accent: #005fb8; --vscode-input-border: #cecece; --vscode-input-background: #fff; --vscode-input-foreground: #333;
  --vscode-focusBorder: #005fb8; --vscode-errorForeground: #c72e2e; }
#sliders { position: sticky; top: 0; z-index: 1; margin: 16px 0; padding: 4px 0; background: #fff; border: solid #e5e5e5; border-width: 1px 0; }
#sliders label.accent { color: var(--panel-accent); font-weight: 600; }
#sliders .actions button { padding: 4px 11px; border: 1px solid #c8c8c8; border-radius: 2px; background: #fff; color: #333; font: inherit; cursor: pointer; }
#sliders .actions button:is(:disabled, [aria-disabled]) { color: #6b6b6b; cursor: default; }
#sliders button:focus-visible { outline: 2px solid var(--vscode-focusBorder); outline-offset: 1px; }
#sliders + nav { border-top: 0; }
section { scroll-margin-top: 100px; }
.choosable { cursor: crosshair; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
input[type="range"]::-moz-range-track { height: 30px; background: none; }
input[type="range"]::-moz-range-thumb { width: 12px; height: 30px; border: 0; border-radius: 0;
  background: radial-gradient(circle at 50% 24px, var(--panel-accent) 0 5px, transparent 5.6px), linear-gradient(var(--panel-accent), var(--panel-accent)) center top / 1.5px 24px no-repeat; }
[hidden] { display: none !important; }
@media print { #sliders { display: none; } }
@media (max-width: 720px) { #sliders .controls, #sliders .axes { grid-template-columns: minmax(0, 1fr); } #sliders { position: static; } }
`;

/** One HTML file with everything in it. Whatever comes from the file is text, wherever it stands. With a page script its sliders are live. */
export function reportHtml(run: AnyRun, page?: PageScript): string {
  const report = reportOf(run);
  const sections = sectionsOf(report);
  const numbers = page && pageRun(run);
  const live = page && numbers && { ...page, packed: base64(numbers) };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${live ? policyOf(live) : POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(`${report.file}: ${report.title}`)}</title>
<style>${STYLE}${live ? `${live.style}${LIVE_STYLE}` : ''}</style>
</head>
<body>
<p class="muted">${escapeXml(report.file)} · Kernelscope report</p>
<h1>${escapeXml(report.title)}</h1>
${report.callouts.map(({ severity, text }) => `<p class="${severity === 'doubt' ? 'warning' : 'muted'}">${sentenceHtml(text)}</p>\n`).join('')}${report.leads.map((lead, i) => `<p class="lead"${i === 0 ? ' id="lead"' : ''}>${sentenceHtml(lead)}</p>`).join('\n')}
${live ? '<div id="sliders" hidden></div>\n' : ''}<nav>${sections.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join('')}</nav>
<main>
${sections.map(({ id, title, body }) => `<section id="${id}">\n<h2>${title}</h2>\n${body}\n</section>`).join('\n')}
</main>
${live ? liveHtml(live) : ''}</body>
</html>
`;
}

/** The numbers are letters and digits, and the script is what the policy knows: neither can end its element. */
const liveHtml = ({ script, packed }: PageScript & { readonly packed: string }): string =>
  `<p class="muted">The sliders work without a connection; their numbers take ${memorySize(packed.length)} of this file.</p>
<script type="application/octet-stream" id="run">${packed}</script>
<script>${script}</script>
`;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 4648. Neither node's nor a page's own: the figures know neither. */
function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  let part = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const left = bytes.length - i;
    part += DIGITS[bits >> 18] + DIGITS[(bits >> 12) & 63];
    part += (left > 1 ? DIGITS[(bits >> 6) & 63] : '=') + (left > 2 ? DIGITS[bits & 63] : '=');
    if (part.length > 65_535) {
      parts.push(part);
      part = '';
    }
  }
  parts.push(part);
  return parts.join('');
}

interface Section {
  /** Written here, like the title: no text of a file. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

function sectionsOf({ numbers, columns, race, figures, data, notes, settings, command, foot }: Report): Section[] {
  const { width, height } = REPORT_FIGURE;
  const footnotes = footnotesOnce(figures);
  const drawn = figures.map(
    (figure, i) =>
      `<div data-figure="${escapeXml(figure.id)}">${toSvg({ ...figure, footnotes: footnotes[i] }, LIGHT_THEME, width, height)}</div>\n`,
  );
  const lines = data.map((line) => `<li>${escapeXml(line)}</li>`).join('\n');
  const told = notes.map(
    ({ severity, text }) => `<p class="${severity === 'warning' ? 'warning' : 'muted'}">${escapeXml(text)}</p>`,
  );
  const sections: (Section | undefined)[] = [
    { id: 'numbers', title: 'Numbers', body: [tableHtml(numbers), ...told].join('\n') },
    columns && {
      id: 'columns',
      title: columns.table.title,
      body: `<p>${sentenceHtml(columns.sentence)}</p>\n${tableHtml(columns.table)}\n<p class="muted">${escapeXml(columns.note)}</p>`,
    },
    race && { id: 'race', title: 'Kernels compared', body: tableHtml(race) },
    { id: 'figures', title: 'Figures', body: `<div class="figures">\n${drawn.join('')}</div>` },
    { id: 'data', title: 'Data', body: `<ul>\n${lines}\n</ul>` },
    { id: 'settings', title: 'Settings', body: tableHtml(settings) },
    {
      id: 'again',
      title: 'Repeat this run',
      body: `<pre>${escapeXml(command)}</pre>\n<p class="muted">${escapeXml(foot)}</p>`,
    },
  ];
  return sections.filter((section) => section !== undefined);
}

const sentenceHtml = (sentence: Sentence): string =>
  sentence.map(({ text, strong }) => (strong ? `<strong>${escapeXml(text)}</strong>` : escapeXml(text))).join('');

function tableHtml({ columns, rows }: TableSpec): string {
  const cell = (tag: 'th' | 'td', text: string, j: number) =>
    `<${tag}${columns[j]?.numeric ? ' class="numeric"' : ''}>${escapeXml(text)}</${tag}>`;
  const headed = columns.some(({ title }) => title !== '');
  const head = headed ? `<tr>${columns.map(({ title }, j) => cell('th', title, j)).join('')}</tr>\n` : '';
  const body = rows.map(({ cells }) => `<tr>${cells.map((text, j) => cell('td', text, j)).join('')}</tr>`);
  return `<table>\n${head}${body.join('\n')}\n</table>`;
}

/** Bytes of the numbers that a report's sliders may need; in the file they take a third more. */
export const MOST_BYTES = 6e6;

/**
 * The numbers that redraw a run's figures at other values of its sliders, packed for a page: without the model's rows
 * and coefficients, the cells of the file and anything that belongs to other targets. Undefined where the run has no
 * slider, or takes more than `most` bytes even without the held-out rows following.
 */
export function pageRun(run: AnyRun, most = MOST_BYTES): Uint8Array<ArrayBuffer> | undefined {
  if (isComponents(run)) return undefined;
  const bare = bareRun(run);
  for (const tried of [bare, still(bare)]) {
    const bytes = pack(tried);
    if (bytes.length <= most) return bytes;
  }
  return undefined;
}

function bareRun(run: RunResult): RunResult {
  const { inspection, others, classes } = run;
  return {
    ...run,
    model: emptied(run.model),
    kernel: emptied(run.kernel),
    request: emptied(run.request),
    inspection: {
      ...inspection,
      preview: [],
      columns: inspection.columns.map(({ numeric: _, levels: __, ...column }) => ({ ...column, missingTokens: [] })),
    },
    // Classes are told apart by the outputs of all of them.
    others: classes ? others : emptied(others),
  };
}

/** Held-out rows then stay where they were fitted. */
function still(run: RunResult): RunResult {
  const without = <T extends TargetResult>(target: T): T => ({
    ...target,
    live: { ...target.live, holdout: undefined },
  });
  return { ...without(run), others: run.others.map(without) };
}

/** The same with every typed array empty, a file's bytes among them. */
function emptied<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return (value as unknown as Uint8Array).subarray(0, 0) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(emptied) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, emptied(one)])) as T;
}
