import { productJob } from './gemm';
import {
  JOB_GEMV,
  JOB_KERNEL,
  JOB_LEAVES,
  JOB_MAP,
  JOB_PRODUCT,
  JOB_ROOTS,
  JOB_SOLVE_LEFT,
  JOB_SOLVE_RIGHT,
  JOB_SYMV,
  JOB_VECTORS,
  JOB_WEIGHTS,
} from './jobIds';
import { rootsJob, vectorsJob, weightsJob } from './join';
import { kernelJob } from './kernelMatrix';
import { leavesJob } from './leaves';
import { mapJob } from './mapAll';
import { symvJob } from './symmetricProduct';
import { solveLeftJob, solveRightJob } from './triangular';
import { gemvJob } from './vectorProducts';

// The pool runs jobs, jobs are operations, and operations fork on the pool: a circle that lies in a table of jobs, and the only one
// that the architecture test lets be.

/** One thread's share of a job; it claims pieces until none are left. */
export function runJob(job: i32, thread: i32): void {
  switch (job) {
    case JOB_PRODUCT: return productJob(thread);
    case JOB_SOLVE_LEFT: return solveLeftJob();
    case JOB_SOLVE_RIGHT: return solveRightJob();
    case JOB_GEMV: return gemvJob();
    case JOB_SYMV: return symvJob();
    case JOB_LEAVES: return leavesJob();
    case JOB_ROOTS: return rootsJob(thread);
    case JOB_WEIGHTS: return weightsJob(thread);
    case JOB_VECTORS: return vectorsJob(thread);
    case JOB_KERNEL: return kernelJob(thread);
    case JOB_MAP: return mapJob(thread);
    default: unreachable();
  }
}
