/** What the submenu offers itself on. The same pattern stands in the `when` clauses of package.json. */
export const MENU_FILES = /\.(csv|tsv)(\.gz)?$/i;

/** What the palette commands take for a data file without being told. */
const DATA_FILES = /\.(csv|tsv|data|dat|txt)(\.gz)?$/i;

export const DATA_GLOB = '**/*.{csv,tsv,data,dat,txt,csv.gz,tsv.gz,data.gz,dat.gz,txt.gz}';

export const isDataFile = (path: string): boolean => DATA_FILES.test(path);

/** Last part of a path with either slash. */
export const baseName = (path: string): string => path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '');

/** "airfoil.csv.gz" → "airfoil" */
export const stem = (name: string): string => baseName(name).replace(/\.[^.]+(\.gz)?$/i, '') || baseName(name);
