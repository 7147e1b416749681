import { l10n, type Uri } from 'vscode';
import type { ExportFormat } from '../../webview/protocol';
import { saveWithDialog } from './saveDialog';

const LABEL: Readonly<Record<ExportFormat, string>> = {
  png: l10n.t('PNG image'),
  svg: l10n.t('SVG drawing'),
  csv: l10n.t('Comma-separated values'),
};

/** A figure the page has drawn, beside the file it is about, if it is about one. */
export async function saveFigure(
  origin: Uri | undefined,
  name: string,
  format: ExportFormat,
  bytes: Uint8Array,
): Promise<void> {
  const ending = `.${format}`;
  const fullName = name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
  await saveWithDialog({
    title: l10n.t('Save Figure'),
    beside: origin,
    name: fullName,
    filters: { [LABEL[format]]: [format] },
    content: bytes,
  });
}
