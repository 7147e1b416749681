import { beginPage } from './beginPage';
import { ComparisonPage } from './comparisonPage';

// The script of the page that compares runs or ways to fit.
beginPage(ComparisonPage);
