import { commands, type Disposable, ProgressLocation, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import { wholePercent } from '../engine/words/numbers';
import { COMMAND, CONTEXT, NAME } from './ids';
import { pickOne, setStatus, withProgress } from './plainWindow';

export type ReportProgress = (fraction: number, stage: string) => void;

export interface TaskOptions {
  /** "Fitting airfoil.csv" */
  readonly title: string;
  /** Milliseconds before a notification appears: what is over by then never shows one. */
  readonly quiet?: number;
  /** Leaves the notification out: the progress shows elsewhere, in `follow`. */
  readonly follow?: ReportProgress;
  /** Cancels the task when aborted, besides the buttons. */
  readonly signal?: AbortSignal;
}

interface Task {
  readonly title: string;
  readonly abort: AbortController;
  fraction: number;
  stage: string;
}

/** Everything under way: a notification with stage and cancel, one status-bar item for all, and the cancel command. */
export class RunningTasks implements Disposable {
  private readonly tasks = new Set<Task>();
  private item: StatusBarItem | undefined;

  get titles(): readonly string[] {
    return [...this.tasks].map((task) => task.title);
  }

  async run<T>(options: TaskOptions, job: (report: ReportProgress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const task: Task = { title: options.title, abort: new AbortController(), fraction: 0, stage: '' };
    const abort = () => task.abort.abort();
    if (options.signal?.aborted) abort();
    options.signal?.addEventListener('abort', abort);
    let show: ReportProgress = options.follow ?? (() => {});
    this.tasks.add(task);
    this.draw();
    const done = job((fraction, stage) => {
      task.fraction = fraction;
      task.stage = stage;
      show(fraction, stage);
      this.draw();
    }, task.abort.signal);
    const notify = () =>
      this.notify(task, done, (report) => {
        show = report;
      });
    const timer = options.follow ? undefined : setTimeout(notify, options.quiet ?? 0);
    try {
      return await done;
    } finally {
      clearTimeout(timer);
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
            label: `Cancel: ${task.title}`,
            description: task.stage,
            task,
          })),
          { title: NAME, placeHolder: tasks.length > 0 ? 'Escape lets it run on' : 'Nothing is running' },
        ).then((pick) => (pick ? [pick.task] : []));
    for (const task of chosen) task.abort.abort();
  }

  private notify(task: Task, done: Promise<unknown>, use: (report: ReportProgress) => void): void {
    const location = ProgressLocation.Notification;
    void withProgress({ location, title: task.title, cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => task.abort.abort());
      let shown = 0;
      const report: ReportProgress = (fraction, stage) => {
        progress.report({
          increment: Math.max(0, fraction - shown) * 100,
          message: `${stage} · ${wholePercent(fraction)}`,
        });
        shown = Math.max(shown, fraction);
      };
      use(report);
      if (task.stage !== '') report(task.fraction, task.stage);
      // Failures are reported by whoever asked for the task.
      await done.catch(() => {});
    });
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
      this.item.name = NAME;
      this.item.command = COMMAND.cancel;
      this.item.show();
    }
    const more = this.tasks.size > 1 ? ` (+${this.tasks.size - 1})` : '';
    const text = `${task.stage === '' ? task.title : task.stage}${more}`;
    const tooltip = `${NAME}: ${[...this.tasks].map((t) => `${t.title}, ${wholePercent(t.fraction)}`).join('; ')}. Click to cancel.`;
    setStatus(this.item, 'loading~spin', text, tooltip);
  }

  dispose(): void {
    for (const task of this.tasks) task.abort.abort();
    this.item?.dispose();
  }
}
