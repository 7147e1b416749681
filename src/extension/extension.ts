import { type ExtensionContext, Uri, window, workspace } from 'vscode';
import { RunStore } from '../doors/runs/store';
import { libraryMemoryPath } from '../engine/machine/libraryMemory';
import { removeUnfinished } from '../engine/machine/unfinished';
import { platform } from '../platform/platform';
import { apiOf } from './api/api';
import type { KernelscopeExports } from './api/kernelscope';
import { Clusters } from './cluster/clusters';
import { pickRuns, pinBaseline } from './commands/compare';
import { registerCommands } from './commands/register';
import { openRunCommand } from './commands/runs';
import { fitCandidate } from './compare/compareFile';
import { RememberedRaces } from './compare/races';
import { EngineSwitch } from './engine/engineSwitch';
import { ProvenLibrary } from './engine/provenLibrary';
import { saveFigure } from './export/saveDialog';
import { LearntPaces } from './fit/learntPaces';
import { pruneHistory } from './fit/runFit';
import { linearAlgebraSetting } from './fit/userSettings';
import { EXTENSION_NAME, PANEL, RUN_EDITOR } from './ids';
import { inspectHost } from './inspect/inspectHost';
import { mcpServers, offerMcpServers } from './mcpServer';
import { openQuestions } from './panels/askInPanel';
import { ComparePanels } from './panels/comparePanel';
import { InspectPanels } from './panels/inspectPanel';
import { ResultsPanels, RunEditor } from './panels/resultsPanels';
import { RememberedChoices } from './remembered';
import { reporting, runActions } from './runActions';
import { RunMarks } from './runs/marks';
import { MovedFiles } from './runs/movedFiles';
import { RunsTree } from './runs/tree';
import { throughEditor } from './runs/uriFiles';
import type { Services } from './services';
import { RunningTasks } from './tasks';
import { offerInTerminals } from './terminalCommand';

/** The value that `activate` returns: the API for other extensions, and the parts, for tests only. */
export interface Activated extends KernelscopeExports {
  readonly testing: Services & {
    readonly questions: typeof openQuestions;
    readonly servers: () => ReturnType<typeof mcpServers>;
    readonly terminal: ExtensionContext['environmentVariableCollection'];
  };
}

/** Connects the parts, and does nothing else: no file is read and no worker started before the first command. */
export function activate(context: ExtensionContext): Activated {
  const started = performance.now();
  const log = window.createOutputChannel(EXTENSION_NAME, { log: true });
  const engine = engineOf(context, log);
  const tasks = new RunningTasks();
  const history = Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'runs');
  const store = platform.node ? new RunStore(history.fsPath) : new RunStore(history.toString(), throughEditor);
  const marks = new RunMarks(context.workspaceState);
  const moved = new MovedFiles(context.workspaceState);
  const tree = new RunsTree(
    store,
    marks,
    () => void pruneHistory(services).catch(() => {}),
    (run) => moved.placeOf({ ...run, file: { bytes: run.stamp?.bytes ?? Number.NaN } }),
  );
  const remembered = new RememberedChoices(context.workspaceState);
  const paces = new LearntPaces(context.globalState);
  const methods = methodsOf(context);

  const actions = runActions(() => services);
  const panels = new ResultsPanels(context, store, log, actions);
  const races = new RememberedRaces(context.workspaceState);
  const comparisons = comparePanels(context, { store, marks, races, log }, actions.openLine, () => services);
  const inspections = new InspectPanels(
    { extensionUri: context.extensionUri, log, ...inspectHost(() => services, methods[0].id) },
    () => panels.column(),
  );
  const services: Services = {
    context,
    methods,
    log,
    engine,
    tasks,
    store,
    marks,
    tree,
    remembered,
    moved,
    paces,
    panels,
    comparisons,
    races,
    inspections,
    clusters: new Clusters(Uri.joinPath(context.extensionUri, 'distributed').fsPath),
  };

  context.subscriptions.push(
    log,
    engine,
    tasks,
    tree,
    panels,
    comparisons,
    inspections,
    ...(platform.node ? [offerInTerminals(context)] : []),
    { dispose: () => platform.node && removeUnfinished() },
    window.registerWebviewPanelSerializer(PANEL.results, panels),
    window.registerWebviewPanelSerializer(PANEL.compare, comparisons),
    window.registerWebviewPanelSerializer(PANEL.inspect, inspections),
    window.registerCustomEditorProvider(RUN_EDITOR, new RunEditor(store, panels), {
      webviewOptions: { enableFindWidget: true },
    }),
    ...registerCommands(services),
    ...(platform.node ? offerMcpServers(context.extensionUri, services) : []),
  );
  log.info(`activated in ${(performance.now() - started).toFixed(1)} ms`);
  return {
    getApi: (version) => apiOf(services, version),
    testing: {
      ...services,
      questions: openQuestions,
      servers: () => mcpServers(context.extensionUri, store.folder),
      terminal: context.environmentVariableCollection,
    },
  };
}

/** The panels of comparisons; `services` are there by the time that somebody acts in one. */
function comparePanels(
  { extensionUri }: ExtensionContext,
  held: Pick<Services, 'store' | 'marks' | 'races' | 'log'>,
  openLine: ReturnType<typeof runActions>['openLine'],
  services: () => Services,
): ComparePanels {
  const reported = reporting(services);
  return new ComparePanels({
    extensionUri,
    ...held,
    actions: {
      openRun: (id) => openRunCommand(services(), id),
      chooseRuns: (shown, origin) => pickRuns(services(), shown, origin),
      fitCandidate: (...asked) => fitCandidate(services(), ...asked),
      openLine,
      save: (origin, name, format, bytes) =>
        reported('save figure', () =>
          saveFigure(origin === undefined ? undefined : Uri.parse(origin), name, format, bytes),
        ),
    },
    pinned: (id) => pinBaseline(services(), id),
  });
}

/** The engine on the back end that the setting names; a browser has only the embedded core. */
function engineOf(context: ExtensionContext, log: Services['log']): EngineSwitch {
  const enginePath = Uri.joinPath(context.extensionUri, 'dist', 'engine.js').fsPath;
  return new EngineSwitch({
    enginePath,
    log,
    setting: platform.node ? linearAlgebraSetting : () => 'embedded',
    proven: new ProvenLibrary(
      {
        memory: platform.node && libraryMemoryPath(process.env),
        outside: () => (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      },
      enginePath,
      log,
    ),
  });
}

/** The generated list in package.json: commands exist before the engine does. */
function methodsOf(context: ExtensionContext): Services['methods'] {
  const { kernelscope } = context.extension.packageJSON as { kernelscope: { methods: Services['methods'] } };
  return kernelscope.methods;
}
