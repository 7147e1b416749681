import { parentPort } from 'node:worker_threads';
import { embeddedAlone } from './backEnd';
import { Engine } from './engine';
import { plannedMemory } from './memory';
import { serveTrials } from './search/trialThread';
import { serve } from './serve';

if (!serveTrials() && parentPort)
  serve(parentPort, new Engine({ memory: plannedMemory(), linearAlgebra: embeddedAlone() }));
