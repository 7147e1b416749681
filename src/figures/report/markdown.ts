import type { Sentence } from '../../engine/contract/figure';
import type { AnyRun } from '../../engine/contract/run';
import type { TableSpec } from '../tableSpec';
import { plainText } from '../words/describe';
import { reportOf } from './report';

/** The report in Markdown; of each figure its sentence. Whatever comes from the file is text, wherever it stands. */
export function reportMarkdown(run: AnyRun): string {
  const { file, title, leads, numbers, race, figures, data, notes, settings, command, foot } = reportOf(run);
  const parts = [
    `# ${plain(title)}`,
    `${plain(file)} · Kernelscope report`,
    ...leads.map(sentenceText),
    '## Numbers',
    table(numbers),
    ...notes.map(({ severity, text }) => `${severity === 'warning' ? '**Warning:** ' : ''}${plain(text)}`),
    ...(race ? ['## Kernels compared', table(race)] : []),
    '## Figures',
    figures.map((figure) => `- **${plain(figure.title)}.** ${plain(plainText(figure.sentence))}`).join('\n'),
    '## Data',
    data.map((line) => `- ${plain(line)}`).join('\n'),
    '## Settings',
    table(settings),
    '## Repeat this run',
    fenced(command),
    plain(foot),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** No character of it means anything to Markdown, and it stays on its line. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()#+!|<>~&$-]/g, (sign) => (sign === '-' ? sign : `\\${sign}`));

const sentenceText = (sentence: Sentence): string =>
  sentence.map(({ text, strong }) => (strong && text.trim() !== '' ? `**${plain(text)}**` : plain(text))).join('');

function table({ columns, rows }: TableSpec): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`;
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
