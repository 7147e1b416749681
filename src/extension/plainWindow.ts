import {
  type CancellationToken,
  type InputBoxOptions,
  type InputBoxValidationMessage,
  type MessageItem,
  type MessageOptions,
  type OpenDialogOptions,
  type Progress,
  type ProgressOptions,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  type SaveDialogOptions,
  type StatusBarItem,
  type Uri,
  window,
} from 'vscode';
import { inertText } from '../engine/words/inertText';

// Every message, progress title, pick, dialog and status text goes through here, so that names of files and columns,
// and failures that repeat them, are text and never a command. A test keeps `window.show…` out of all other files, and
// another passes such names to each of these.

type Button = string | MessageItem;

export const showError = <T extends Button>(message: string, ...buttons: T[]): Thenable<T | undefined> =>
  window.showErrorMessage(inertText(message), {}, ...(buttons as MessageItem[])) as Thenable<T | undefined>;

export const showWarning = <T extends Button>(
  message: string,
  options: MessageOptions,
  ...buttons: T[]
): Thenable<T | undefined> =>
  window.showWarningMessage(
    inertText(message),
    { ...options, ...(options.detail !== undefined && { detail: inertText(options.detail) }) },
    ...(buttons as MessageItem[]),
  ) as Thenable<T | undefined>;

export const showInformation = <T extends Button>(message: string, ...buttons: T[]): Thenable<T | undefined> =>
  window.showInformationMessage(inertText(message), {}, ...(buttons as MessageItem[])) as Thenable<T | undefined>;

export function withProgress<R>(
  options: ProgressOptions & { readonly title: string },
  task: (report: Progress<{ message?: string; increment?: number }>, token: CancellationToken) => Thenable<R>,
): Thenable<R> {
  return window.withProgress({ ...options, title: inertText(options.title) }, (progress, token) =>
    task(
      {
        report: ({ message, increment }) =>
          progress.report({ ...(message !== undefined && { message: inertText(message) }), increment }),
      },
      token,
    ),
  );
}

/** An item of a pick whose label, description and detail are text; `icon` is the only way to give it an icon. */
export type PlainItem<T extends QuickPickItem = QuickPickItem> = T & { readonly icon?: string };

export function plainItem<T extends QuickPickItem>(item: PlainItem<T>): PlainItem<T> {
  const { label, description, detail, icon } = item;
  return {
    ...item,
    label: `${icon === undefined ? '' : `$(${icon}) `}${inertText(label)}`,
    ...(description !== undefined && { description: inertText(description) }),
    ...(detail !== undefined && { detail: inertText(detail) }),
  };
}

/** `window.showQuickPick`, for one item. */
export function pickOne<T extends QuickPickItem>(
  items: readonly PlainItem<T>[],
  options: QuickPickOptions,
): Thenable<T | undefined> {
  return window.showQuickPick(items.map(plainItem), plainOptions(options));
}

/** `window.showQuickPick`, for several items. */
export function pickMany<T extends QuickPickItem>(
  items: readonly PlainItem<T>[],
  options: QuickPickOptions,
): Thenable<T[] | undefined> {
  return window.showQuickPick(items.map(plainItem), { ...plainOptions(options), canPickMany: true });
}

function plainOptions(options: QuickPickOptions): QuickPickOptions {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title !== undefined && { title: inertText(title) }),
    ...(placeHolder !== undefined && { placeHolder: inertText(placeHolder) }),
  };
}

/** A pick that its caller fills with results of `plainItem`. */
export function createPick<T extends QuickPickItem>(title: string, placeholder: string): QuickPick<PlainItem<T>> {
  const pick = window.createQuickPick<PlainItem<T>>();
  pick.title = inertText(title);
  pick.placeholder = inertText(placeholder);
  pick.ignoreFocusOut = true;
  return pick;
}

export function showInputBox(
  options: InputBoxOptions & { readonly title: string; readonly prompt: string },
): Thenable<string | undefined> {
  const { title, prompt, validateInput } = options;
  return window.showInputBox({
    ...options,
    title: inertText(title),
    prompt: inertText(prompt),
    ...(validateInput && { validateInput: async (typed: string) => plainVerdict(await validateInput(typed)) }),
  });
}

const plainVerdict = (verdict: string | InputBoxValidationMessage | undefined | null) =>
  typeof verdict === 'string' ? inertText(verdict) : verdict && { ...verdict, message: inertText(verdict.message) };

export const showOpenDialog = (options: OpenDialogOptions & { readonly title: string }): Thenable<Uri[] | undefined> =>
  window.showOpenDialog({ ...options, title: inertText(options.title) });

export const showSaveDialog = (options: SaveDialogOptions & { readonly title: string }): Thenable<Uri | undefined> =>
  window.showSaveDialog({ ...options, title: inertText(options.title) });

export function setStatus(item: StatusBarItem, icon: string, text: string, tooltip: string): void {
  item.text = `$(${icon}) ${inertText(text)}`;
  item.tooltip = inertText(tooltip);
}
