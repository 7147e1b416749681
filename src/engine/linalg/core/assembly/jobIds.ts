/** The jobs that a pool thread can be asked to run. */
export const JOB_PRODUCT: i32 = 1;
export const JOB_SOLVE_LEFT: i32 = 2;
export const JOB_SOLVE_RIGHT: i32 = 3;
export const JOB_GEMV: i32 = 4;
export const JOB_SYMV: i32 = 5;
export const JOB_LEAVES: i32 = 6;
export const JOB_ROOTS: i32 = 7;
export const JOB_WEIGHTS: i32 = 8;
export const JOB_VECTORS: i32 = 9;
export const JOB_KERNEL: i32 = 10;
export const JOB_MAP: i32 = 11;
