// A person in a real window of VS Code, with this repository as an installed extension.
import { clicks } from './clicks.mjs';

clicks();
