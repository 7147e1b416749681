import * as page from 'kernelscope-report/page';
import type { Sentence } from '../../engine/contract/figure';
import type { AnyRun } from '../../engine/contract/run';
import { markdownText } from '../../engine/words/inertText';
import type { TableSpec } from '../tableSpec';
import { plainText } from '../words/describe';
import { reportHtml } from './html';
import { reportOf } from './report';

/** The report of a run for a file of this name: Markdown where it ends so, and otherwise HTML with live sliders. */
export const reportFor = (name: string, run: AnyRun): string =>
  /\.(md|markdown)$/i.test(name) ? reportMarkdown(run) : reportHtml(run, page);

/** The report in Markdown; for each figure its sentence. Whatever comes from the file is text, wherever it stands. */
export function reportMarkdown(run: AnyRun): string {
  const { file, title, callouts, leads, numbers, columns, race, figures, data, notes, settings, command, foot } =
    reportOf(run);
  const parts = [
    `# ${markdownText(title)}`,
    `${markdownText(file)} · Kernelscope report`,
    ...callouts.map(({ severity, text }) => `${severity === 'doubt' ? '**Warning:** ' : ''}${sentenceText(text)}`),
    ...leads.map(sentenceText),
    '## Numbers',
    table(numbers),
    ...notes.map(({ severity, text }) => `${severity === 'warning' ? '**Warning:** ' : ''}${markdownText(text)}`),
    ...(columns
      ? [`## ${columns.table.title}`, sentenceText(columns.sentence), table(columns.table), markdownText(columns.note)]
      : []),
    ...(race ? ['## Kernels compared', table(race)] : []),
    '## Figures',
    figures
      .map((figure) => `- **${markdownText(figure.title)}.** ${markdownText(plainText(figure.sentence))}`)
      .join('\n'),
    '## Data',
    data.map((line) => `- ${markdownText(line)}`).join('\n'),
    '## Settings',
    table(settings),
    '## Repeat this run',
    fenced(command),
    markdownText(foot),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const sentenceText = (sentence: Sentence): string =>
  sentence
    .map(({ text, strong }) => (strong && text.trim() !== '' ? `**${markdownText(text)}**` : markdownText(text)))
    .join('');

function table({ columns, rows }: TableSpec): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  const rule = columns.map(({ numeric }) => (numeric ? '---:' : '---'));
  return [
    line(columns.map(({ title }) => title)),
    `| ${rule.join(' | ')} |`,
    ...rows.map(({ cells }) => line(cells)),
  ].join('\n');
}

/** A fence longer than any run of backticks in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${text}\n${fence}`;
}
