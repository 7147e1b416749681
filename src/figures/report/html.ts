import type { Sentence } from '../../engine/contract/figure';
import type { AnyRun } from '../../engine/contract/run';
import { LIGHT_THEME } from '../layout/theme';
import { toSvg } from '../svg/svg';
import { escapeXml } from '../svg/text';
import type { TableSpec } from '../tableSpec';
import { type Report, reportOf } from './report';

const FIGURE = { width: 600, height: 420 };

/** Nothing is loaded and nothing runs: the page can be opened, sent and printed anywhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

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
.number { text-align: right; }
pre { padding: 12px 16px; overflow-x: auto; background: #f6f6f6; font: 12px/1.5 ui-monospace, monospace; }
.warning::before { content: "⚠ "; }
@media print { .figures { display: block; } .figures svg { break-inside: avoid; } nav { display: none; } }
`;

/** One HTML file with everything in it. Whatever comes from the file is text, wherever it stands. */
export function reportHtml(run: AnyRun): string {
  const report = reportOf(run);
  const sections = sectionsOf(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(`${report.file}: ${report.title}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<p class="muted">${escapeXml(report.file)} · Kernelscope report</p>
<h1>${escapeXml(report.title)}</h1>
${report.leads.map((lead) => `<p class="lead">${sentenceHtml(lead)}</p>`).join('\n')}
<nav>${sections.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join('')}</nav>
<main>
${sections.map(({ id, title, body }) => `<section id="${id}">\n<h2>${title}</h2>\n${body}\n</section>`).join('\n')}
</main>
</body>
</html>
`;
}

interface Section {
  /** Written here, like the title: no text of a file. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

function sectionsOf({ numbers, race, figures, data, notes, settings, command, foot }: Report): Section[] {
  const drawn = figures.map((figure) => toSvg(figure, LIGHT_THEME, FIGURE.width, FIGURE.height));
  const lines = data.map((line) => `<li>${escapeXml(line)}</li>`).join('\n');
  const told = notes.map(
    ({ severity, text }) => `<p class="${severity === 'warning' ? 'warning' : 'muted'}">${escapeXml(text)}</p>`,
  );
  const sections: (Section | undefined)[] = [
    { id: 'numbers', title: 'Numbers', body: [tableHtml(numbers), ...told].join('\n') },
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
    `<${tag}${columns[j]?.numeric ? ' class="number"' : ''}>${escapeXml(text)}</${tag}>`;
  const headed = columns.some(({ title }) => title !== '');
  const head = headed ? `<tr>${columns.map(({ title }, j) => cell('th', title, j)).join('')}</tr>\n` : '';
  const body = rows.map(({ cells }) => `<tr>${cells.map((text, j) => cell('td', text, j)).join('')}</tr>`);
  return `<table>\n${head}${body.join('\n')}\n</table>`;
}
