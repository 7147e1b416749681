import { beginPage } from './beginPage';
import { InspectPage } from './inspect/inspectPage';

// The script of the page of a file's data.
beginPage(InspectPage);
