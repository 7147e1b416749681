import {
  type CancellationToken,
  type InputBoxOptions,
  type MessageItem,
  type MessageOptions,
  type Progress,
  type ProgressOptions,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  type StatusBarItem,
  window,
} from 'vscode';
import { inertText } from './inertText';

// Every message, progress title, pick and status text goes through here: names of files and columns, and failures that repeat them,
// are then text and never a command. A test keeps `window.show…` out of all other files.

type Button = string | MessageItem;

export const showError = <T extends Button>(message: string, ...buttons: T[]): Thenable<T | undefined> =>
  window.showErrorMessage(inertText(message), {}, ...(buttons as MessageItem[])) as Thenable<T | undefined>;

export const showWarning = <T extends Button>(
  message: string,
  options: MessageOptions,
  ...buttons: T[]
): Thenable<T | undefined> =>
  window.showWarningMessage(inertText(message), options, ...(buttons as MessageItem[])) as Thenable<T | undefined>;

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

/** An item of a pick whose label, description and detail are text; `icon` is the one way to an icon. */
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

/** A pick that its caller fills by way of `plainItem`. */
export function createPick<T extends QuickPickItem>(title: string, placeholder: string): QuickPick<PlainItem<T>> {
  const pick = window.createQuickPick<PlainItem<T>>();
  pick.title = inertText(title);
  pick.placeholder = inertText(placeholder);
  pick.ignoreFocusOut = true;
  return pick;
}

export const showInputBox = (options: InputBoxOptions & { readonly title: string; readonly prompt: string }) =>
  window.showInputBox({ ...options, title: inertText(options.title), prompt: inertText(options.prompt) });

export function setStatus(item: StatusBarItem, icon: string, text: string, tooltip: string): void {
  item.text = `$(${icon}) ${inertText(text)}`;
  // A string is shown as it is: only a MarkdownString would be read.
  item.tooltip = tooltip;
}
