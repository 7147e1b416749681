import {
  commands,
  type Disposable,
  l10n,
  ProgressLocation,
  StatusBarAlignment,
  type StatusBarItem,
  window,
} from 'vscode';
import type { Race } from '../engine/contract/race';
import type { RunResult } from '../engine/contract/run';
import { NARROW } from '../engine/words/numbers';
import { COMMAND, CONTEXT, EXTENSION_NAME } from './ids';
import { pickOne, setStatus, withProgress } from './plainWindow';

/**
 * Milliseconds that reading a file, or an answer about one, may take without a notification: one that only flashes is a
 * distraction.
 */
export const QUIET = { reading: 400, answering: 1000 } as const;

export type ReportProgress = (fraction: number, stage: string) => void;

/** Another place that shows progress: the notification appears only while that place cannot be seen. */
export interface ProgressPlace {
  readonly isSeen: () => boolean;
  readonly onChange: (listener: () => void) => Disposable;
}

interface TaskOptions {
  /** "Fitting airfoil.csv" */
  readonly title: string;
  /** Milliseconds before a notification appears: a task that has ended by then never shows one. */
  readonly quiet?: number;
  /** Replaces the notification: `follow` shows the progress elsewhere. */
  readonly follow?: ReportProgress;
  /** Also called with the progress. */
  readonly also?: ReportProgress | undefined;
  /** Another place that shows it: the notification is there only while that place cannot be seen. */
  readonly place?: ProgressPlace;
  /** Cancels the task when aborted, besides the buttons. */
  readonly signal?: AbortSignal;
}

/** The progress that a job reports, and the signal that it obeys: the options of a call to the engine. */
export interface TaskCall {
  readonly onProgress: ReportProgress;
  readonly signal: AbortSignal;
}

interface Task {
  readonly title: string;
  readonly abort: AbortController;
  fraction: number;
  stage: string;
}

interface Notification {
  readonly report: ReportProgress;
  readonly end: () => void;
}

/** Everything under way: a notification with stage and cancel, one status-bar item for all, and the cancel command. */
export class RunningTasks implements Disposable {
  private readonly tasks = new Set<Task>();
  private item: StatusBarItem | undefined;

  get titles(): readonly string[] {
    return [...this.tasks].map((task) => task.title);
  }

  get stages(): readonly string[] {
    return [...this.tasks].map((task) => task.stage);
  }

  async run<T>(options: TaskOptions, job: (call: TaskCall) => Promise<T>): Promise<T> {
    const task: Task = { title: options.title, abort: new AbortController(), fraction: 0, stage: '' };
    const abort = () => task.abort.abort();
    if (options.signal?.aborted) abort();
    options.signal?.addEventListener('abort', abort);
    let notification: Notification | undefined;
    this.tasks.add(task);
    this.draw();
    const onProgress: ReportProgress = (fraction, stage) => {
      task.fraction = fraction;
      task.stage = stage;
      options.follow?.(fraction, stage);
      notification?.report(fraction, stage);
      this.draw();
      options.also?.(fraction, stage);
    };
    const done = job({ onProgress, signal: task.abort.signal });
    const notify = () => {
      const wanted = options.place?.isSeen() !== true;
      if (wanted && notification === undefined) notification = this.notify(task);
      if (wanted) return;
      notification?.end();
      notification = undefined;
    };
    const timer = options.follow ? undefined : setTimeout(notify, options.quiet ?? 0);
    const watching = options.follow ? undefined : options.place?.onChange(notify);
    try {
      return await done;
    } finally {
      clearTimeout(timer);
      watching?.dispose();
      notification?.end();
      options.signal?.removeEventListener('abort', abort);
      this.tasks.delete(task);
      this.draw();
    }
  }

  /** Asks which task to cancel, unless `all`. */
  async cancel(all: boolean): Promise<void> {
    const tasks = [...this.tasks];
    const chosen = all
      ? tasks
      : await pickOne(
          tasks.map((task) => ({
            icon: 'circle-slash',
            label: l10n.t('Cancel: {0}', task.title),
            description: task.stage,
            task,
          })),
          {
            title: EXTENSION_NAME,
            placeHolder: tasks.length > 0 ? l10n.t('Escape lets it run on') : l10n.t('Nothing is running'),
          },
        ).then((pick) => (pick ? [pick.task] : []));
    for (const task of chosen) task.abort.abort();
  }

  private notify(task: Task): Notification {
    const location = ProgressLocation.Notification;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let report: ReportProgress = () => {};
    void withProgress({ location, title: task.title, cancellable: true }, (progress, token) => {
      token.onCancellationRequested(() => task.abort.abort());
      let shown = 0;
      report = (fraction, stage) => {
        progress.report({
          increment: Math.max(0, fraction - shown) * 100,
          message: `${stage} · ${percentDone(fraction)}`,
        });
        shown = Math.max(shown, fraction);
      };
      if (task.stage !== '') report(task.fraction, task.stage);
      return ended;
    });
    return { report: (fraction, stage) => report(fraction, stage), end };
  }

  private draw(): void {
    const [task] = this.tasks;
    if (!task) {
      if (this.item?.text) void commands.executeCommand('setContext', CONTEXT.running, false);
      this.item?.dispose();
      this.item = undefined;
      return;
    }
    if (!this.item) {
      void commands.executeCommand('setContext', CONTEXT.running, true);
      this.item = window.createStatusBarItem('kernelscope.running', StatusBarAlignment.Left);
      this.item.name = EXTENSION_NAME;
      this.item.command = COMMAND.cancel;
      this.item.show();
    }
    const more = this.tasks.size > 1 ? ` (+${this.tasks.size - 1})` : '';
    const text = `${task.stage === '' ? task.title : task.stage}${more}`;
    const all = [...this.tasks].map((t) => `${t.title}, ${percentDone(t.fraction)}`).join('; ');
    setStatus(this.item, 'loading~spin', text, `${EXTENSION_NAME}: ${all}. ${l10n.t('Click to cancel.')}`);
  }

  dispose(): void {
    for (const task of this.tasks) task.abort.abort();
    this.item?.dispose();
  }
}

/** Reaches 100 % only when all is done. */
const percentDone = (fraction: number): string => `${Math.floor(100 * fraction)}${NARROW}%`;

/** The controls over a fit for its watcher. */
export interface FitControls {
  readonly cancel: () => void;
  /** Ends the comparison of kernels; the best so far is fitted. */
  readonly finish: () => void;
  /** Called when first figures are drawn. */
  readonly seen: () => void;
}

/** The watcher of a fit. */
export interface FitWatcher {
  readonly progress: ReportProgress;
  /** The place where the progress can be seen. */
  readonly place: ProgressPlace;
  /** Called with first figures, from some of the rows; the finished run has their id. */
  readonly interim: (run: RunResult) => void;
  /** Called with the progress of that run's candidates. */
  readonly race: (runId: string, race: Race) => void;
}
