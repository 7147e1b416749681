import { invalidArgument } from '../../choices/members';
import { cut } from '../../engine/contract/cut';
import { type ExportedFile, MODEL_FORMATS, type ModelFormat } from '../../engine/contract/exported';
import type { Model } from '../../engine/contract/model';
import { flag, oneOf, optional, saying } from '../../engine/contract/schema';
import { writeTogether, writeUnfollowed } from '../../engine/machine/writeUnfollowed';
import { packModel } from '../../engine/model/packModel';
import { baseName } from '../../engine/words/fileName';
import { fileSize } from '../../engine/words/quantities';
import { counted, listed } from '../../engine/words/sentence';
import { nodeAlone } from '../../platform/platform';
import { KEPT_MODEL } from '../fitAsked';
import { type House, placesFor } from '../house';
import { name, operation, takes } from '../operation';

/** The formats of text that hold no training rows: programs that read the file again. */
const AS_TEXT: ReadonlySet<string> = new Set<ModelFormat>(['notebook', 'script', 'cell']);
/** The most characters of an answer. */
const CHARACTERS = 48_000;

export const exportOperation = operation({
  title: 'Export a Model',
  sentence:
    'A model as a program or data. script and notebook are Python that fits the same model to the file again, cell a short one to change, returned as text; the others predict, hold training rows and are only written to files.',
  takes: takes({
    model: KEPT_MODEL,
    format: oneOf(['script', 'ksmodel', ...MODEL_FORMATS.filter((format) => format !== 'script')]),
    intervals: optional(saying('false: no prediction intervals; true: of any size.', flag())),
    out: optional(name('Path of a new folder, for ksmodel of a new file with that ending.')),
  }),
  gives: {
    model: 'text',
    format: 'text',
    files: 'list',
    saved: 'text',
    text: 'text',
  },
  writes: { argument: 'out', sentence: 'Can write new files.' },
  async run(house, { model: asModel, format, intervals, out: asOut }) {
    const { id, model, ...held } = await house.model(asModel);
    if (asOut === undefined) requireWithoutCells(house, format, model);
    const places = asOut === undefined ? undefined : placesFor(house, 'out');
    if (format === 'ksmodel') {
      const path = (await places?.newFile(asOut?.trim() ?? '', '.ksmodel')) ?? '';
      const content = packModel(model);
      await writeUnfollowed(path, content, { there: 'kept', ...held });
      return { id, format, files: [{ name: baseName(path), content }], saved: house.shown(path) };
    }
    const place = await places?.newFolder(asOut?.trim() ?? '');
    const asked = { model, format, ...(intervals !== undefined && { intervals }) };
    const { files, leftOut } = await house.call('export', asked);
    if (place === undefined) return { id, format, files, text: textOf(files) };
    await writeTogether(async (made) => {
      made(place.path);
      for (const { name: file, content } of files) {
        const path = nodeAlone().paths.join(place.path, file);
        await writeUnfollowed(path, content, { there: 'kept', below: place.below, made, ...held });
      }
    });
    return { id, format, files, leftOut, saved: house.shown(place.path) };
  },
  said({ id, format, files, saved, leftOut, text: program }) {
    const what = `${cut(id)} as ${format}: ${counted(files.length, 'file')}${saved === undefined ? '' : ` in ${saved}`}.`;
    const all = files.map(({ name: file, content: { length } }) => ({ name: file, bytes: length }));
    return {
      parts: [
        { title: '', lines: [what, ...(leftOut === undefined ? [] : [leftOut])] },
        { title: 'Files', lines: all.map(({ name: file, bytes }) => `${file}, ${fileSize(bytes)}`) },
      ],
      ...(program !== undefined && { attached: program }),
      structured: {
        model: cut(id),
        format,
        files: all,
        ...(saved !== undefined && { saved }),
        ...(program !== undefined && { text: program }),
      },
    };
  },
});

/** Throws `parameter/invalid` if the format holds training rows, or spells out words of columns, which an answer must not show. */
function requireWithoutCells({ places }: House, format: string, { transform }: Model): void {
  const words = transform.inputs.some(({ kind }) => kind === 'category');
  if (AS_TEXT.has(format) && !words) return;
  const holds = AS_TEXT.has(format) ? 'This program spells out words of the cells' : `${format} holds training rows`;
  const advice = places
    ? `Give out: the path of a new ${format === 'ksmodel' ? 'file' : 'folder'}.`
    : 'This server writes no files; a person can start it with --allow-write.';
  const shown = words
    ? 'As its columns have words, no format of this model is returned as text.'
    : `Returned as text are ${listed([...AS_TEXT])}.`;
  throw invalidArgument('format', `${holds}, and no answer shows these. ${shown} ${advice}`);
}

/** The text of the first file. Throws `parameter/invalid` if it is too long. */
function textOf([{ name: file, content }]: readonly ExportedFile[]): string {
  if (content.length <= CHARACTERS) return new TextDecoder().decode(content);
  throw invalidArgument(
    'out',
    `${file} has ${fileSize(content.length)}, too much for an answer. Give out: the path of a new folder.`,
  );
}
