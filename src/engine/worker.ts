import { parentPort } from 'node:worker_threads';
import { Engine } from './engine';
import { embeddedAlone } from './machine/backEnd';
import { plannedMemory } from './machine/memory';
import { serveTrials } from './search/trialThread';
import { serve } from './serve';

if (!serveTrials() && parentPort)
  serve(parentPort, new Engine({ memory: plannedMemory, linearAlgebra: embeddedAlone() }));
