import { pathToFileURL } from 'node:url';
import type { FigureSpec } from '../engine/contract/figure';
import { pack } from '../engine/contract/pack';
import { type AnyRun, RUN_SUFFIX, type StoredRun } from '../engine/contract/run';
import { packModel } from '../engine/model/packModel';
import { toCsv } from '../figures/csv';
import { LIGHT_THEME } from '../figures/layout/theme';
import { reportFor } from '../figures/report/write';
import { contentsOf, type RunPart } from '../figures/runContents';
import { toCaptionedSvg } from '../figures/svg/svg';
import { type TableSpec, tableCsv } from '../figures/tableSpec';
import { captionOf, pictureSource, slug } from '../figures/words/pictureWords';
import type { FolderFile } from './folder';

/** The size of the plot in a picture, in pixels. */
const PLOT = { width: 640, height: 400 };

/**
 * All files of a run: reports, `json`, the model, the run as the editor opens it, each figure with its data, and
 * tables.
 */
export function runFiles(run: AnyRun, json: string): readonly FolderFile[] {
  const report = (name: string): FolderFile => ({ name, content: () => reportFor(name, run) });
  const { tables, parts } = contentsOf(run);
  return [
    report('report.html'),
    report('report.md'),
    { name: 'result.json', content: () => json },
    { name: 'model.ksmodel', content: () => packModel(run.model) },
    { name: `run${RUN_SUFFIX}`, content: () => pack(storedRun(run)) },
    ...parts.flatMap((part, i) => partFiles(run, part, parts.length > 1 ? `${i + 1}-${slug(part.target)}/` : '')),
    ...tables.map((table) => tableFile('', table)),
  ];
}

/** `below`: the folder of a target, if there are several. */
function partFiles(run: AnyRun, { target, figures, tables }: RunPart, below: string): FolderFile[] {
  const caption = captionOf(pictureSource(run, target, run.kernelName));
  const names = fileNames(figures.map(({ id }) => id));
  return [
    ...figures.flatMap((figure, i) => figureFiles(`figures/${below}${names[i]}`, figure, caption)),
    ...tables.map((table) => tableFile(below, table)),
  ];
}

/** A figure as a picture, and its data. */
export const figureFiles = (name: string, figure: FigureSpec, caption: string): FolderFile[] => [
  { name: `${name}.svg`, content: () => toCaptionedSvg(figure, LIGHT_THEME, PLOT, caption) },
  { name: `${name}.csv`, content: () => toCsv(figure) },
];

/** File names for the ids of figures, which may contain names of columns: letters, digits and dashes, all different. */
function fileNames(ids: readonly string[]): string[] {
  const names: string[] = [];
  for (const id of ids) {
    const plain = slug(id);
    let name = plain;
    for (let i = 2; names.includes(name); i++) name = `${plain}-${i}`;
    names.push(name);
  }
  return names;
}

const tableFile = (below: string, table: TableSpec): FolderFile => ({
  name: `tables/${below}${table.id}.csv`,
  content: () => tableCsv(table),
});

/** The run with the address of its file; rows that came through a pipe have none, and their name takes its place. */
function storedRun(run: AnyRun): StoredRun {
  const { path, name } = run.file;
  const origin = path === '' ? `file:///${encodeURIComponent(name)}` : pathToFileURL(path).href;
  return { ...run, origin };
}
