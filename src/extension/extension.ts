import { commands, type ExtensionContext, Uri, window } from 'vscode';
import type { PanelCommand } from '../webview/protocol';
import { changeDataCommand } from './commands/changeData';
import { compareRunsCommand, pickRuns, pinBaseline } from './commands/compare';
import type { MethodCommand } from './commands/methodCommand';
import { registerCommands } from './commands/register';
import { openRunCommand } from './commands/runs';
import { saveScoresCommand } from './commands/saveScores';
import { fitCandidate } from './compare/compareFile';
import { RememberedRaces } from './compare/races';
import { EngineSwitch } from './engine/engineSwitch';
import { ProvenLibrary } from './engine/provenLibrary';
import { openLine } from './export/openLine';
import { saveFigure } from './export/saveFigure';
import { reportFailure } from './failures';
import { headChoice } from './fit/headChoice';
import { LearntPaces } from './fit/learntPaces';
import { refit } from './fit/refit';
import { linearAlgebraSetting } from './fit/userSettings';
import { NAME, PANEL, RUN_EDITOR } from './ids';
import { RunAnswers } from './improve/answers';
import { saveRows } from './improve/saveRows';
import { ComparePanels } from './panels/comparePanels';
import { openForms } from './panels/formPanel';
import type { PanelActions } from './panels/panelActions';
import { ResultsPanels } from './panels/resultsPanels';
import { RunEditor } from './panels/runEditor';
import { RememberedChoices } from './remembered';
import { DataReports } from './report/dataReports';
import { RunMarks } from './runs/marks';
import { RunStore } from './runs/store';
import type { RunHead } from './runs/summary';
import { RunsTree } from './runs/tree';
import type { Services } from './services';
import { RunningTasks } from './tasks';

/** What `activate` returns: the parts, for tests. Not for other extensions; those call the commands. */
export interface KernelscopeApi {
  readonly testing: Pick<
    Services,
    'engine' | 'store' | 'marks' | 'panels' | 'comparisons' | 'remembered' | 'tasks' | 'tree'
  > & { readonly forms: typeof openForms };
  /** Milliseconds `activate` took. */
  readonly activation: number;
}

/** Wires, and does nothing else: no file is read and no worker started before the first command. */
export function activate(context: ExtensionContext): KernelscopeApi {
  const started = performance.now();
  const log = window.createOutputChannel(NAME, { log: true });
  const enginePath = Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
  const engine = new EngineSwitch({
    enginePath,
    log,
    setting: linearAlgebraSetting,
    proven: new ProvenLibrary(context.globalState, enginePath, log),
  });
  const tasks = new RunningTasks();
  const store = new RunStore(Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'runs').fsPath);
  const marks = new RunMarks(context.workspaceState);
  const tree = new RunsTree(store, marks);
  const remembered = new RememberedChoices(context.workspaceState);
  const paces = new LearntPaces(context.globalState);
  const reports = new DataReports();
  const methods = methodsOf(context);

  const answers = new RunAnswers(() => services);
  const actions: PanelActions = {
    refit: (run, setting, follow, signal) => refit(services, run, setting, follow, signal),
    pick: (run, what) =>
      headChoice(services, run, what, methods).catch((error: unknown) => {
        reportFailure(services, error, { doing: `pick ${what}` });
        return undefined;
      }),
    // A command of another name would have been passed over (panels/pageMessage.ts).
    command: (run, command) =>
      reported(command, async () => void (await commands.executeCommand(command, ...argumentsOf(run, command)))),
    compare: async (run) => void (await compareRunsCommand(services, run.id)),
    answer: (run, question, signal) => answers.answer(run, question, signal),
    saveRows: (run, rows) => reported('save rows', () => saveRows(services, run, rows)),
    changeData: (run) => changeDataCommand(services, Uri.parse(run.origin), run.method.id),
    saveScores: async (run) => void (await saveScoresCommand(services, run)),
    openLine: (run, line) => reported('open line', () => openLine(run, line)),
    save: (run, name, format, bytes) =>
      reported('save figure', () => saveFigure(Uri.parse(run.origin), name, format, bytes)),
  };
  const panels = new ResultsPanels(context, store, log, actions);
  const races = new RememberedRaces(context.workspaceState);
  const comparisons = new ComparePanels({
    extensionUri: context.extensionUri,
    store,
    marks,
    races,
    log,
    actions: {
      openRun: (id) => openRunCommand(services, id),
      chooseRuns: (shown, origin) => pickRuns(services, shown, origin),
      fitCandidate: (...asked) => fitCandidate(services, ...asked),
      openLine: actions.openLine,
      save: (origin, name, format, bytes) =>
        reported('save figure', () =>
          saveFigure(origin === undefined ? undefined : Uri.parse(origin), name, format, bytes),
        ),
    },
    pinned: (id) => pinBaseline(services, id),
  });
  const services: Services = {
    context,
    log,
    engine,
    tasks,
    store,
    marks,
    tree,
    remembered,
    paces,
    panels,
    comparisons,
    races,
    reports,
  };
  const reported = (doing: string, job: () => Promise<void>) =>
    job().catch((error: unknown) => void reportFailure(services, error, { doing }));

  context.subscriptions.push(
    log,
    engine,
    tasks,
    tree,
    reports,
    panels,
    comparisons,
    window.registerWebviewPanelSerializer(PANEL.results, panels),
    window.registerWebviewPanelSerializer(PANEL.compare, comparisons),
    window.registerCustomEditorProvider(RUN_EDITOR, new RunEditor(store, panels)),
    ...registerCommands(services, methods),
  );
  const activation = performance.now() - started;
  log.info(`activated in ${activation.toFixed(1)} ms`);
  return {
    testing: { engine, store, marks, panels, comparisons, remembered, tasks, tree, forms: openForms },
    activation,
  };
}

/** What a command called from a panel is about: its run, or the file that the panel in front shows. */
function argumentsOf({ id }: RunHead, command: PanelCommand): readonly unknown[] {
  return command === 'kernelscope.compare' ? [] : [id];
}

/** The generated list in package.json: commands exist before the engine does. */
function methodsOf(context: ExtensionContext): readonly MethodCommand[] {
  const { kernelscope } = context.extension.packageJSON as { kernelscope: { methods: readonly MethodCommand[] } };
  return kernelscope.methods;
}
