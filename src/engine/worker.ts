import { parentPort } from 'node:worker_threads';
import { embeddedAlone } from './backEnd';
import { Engine } from './engine';
import { plannedMemory } from './memory';
import { serve } from './serve';

if (parentPort) serve(parentPort, new Engine({ memory: plannedMemory(), linearAlgebra: embeddedAlone() }));
