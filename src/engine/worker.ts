import { parentPort } from 'node:worker_threads';
import { serve } from './serve';

if (parentPort) serve(parentPort);
