import { beginPage } from './beginPage';
import { Panel } from './panel';

// Another page takes parts from this script, and begins itself.
if (document.getElementById('page')?.dataset.page === undefined) beginPage(Panel);
