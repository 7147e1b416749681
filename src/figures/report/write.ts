import * as page from 'kernelscope-report/page';
import type { AnyRun } from '../../engine/contract/run';
import { reportHtml } from './html';
import { reportMarkdown } from './markdown';

/** The report of a run for a file of this name: Markdown where it ends so, and otherwise HTML with live sliders. */
export const reportFor = (name: string, run: AnyRun): string =>
  /\.(md|markdown)$/i.test(name) ? reportMarkdown(run) : reportHtml(run, page);
