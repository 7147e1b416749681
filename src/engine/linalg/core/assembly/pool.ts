// Fork-join on shared memory. Every thread runs its own instance of this module on one memory; the master writes a job
// and its arguments into the header, raises the epoch, works itself, and waits until the others have left. Jobs are cut
// into pieces that threads claim one by one, so that a slow core holds nobody up. The result of a piece never depends
// on the thread that computes it.

import { runJob } from './jobs';

/** The header: words in their own cache lines, so that spinning on one does not disturb the others. The host knows it as layout.ts. */
const HEADER: usize = 1024;
/** Number of the job under way, or of the last one. */
const EPOCH: usize = HEADER;
/** Threads that have left the job; the master waits for as many as entered. */
const LEFT: usize = HEADER + 64;
const NEXT_PIECE: usize = HEADER + 128;
const JOB: usize = HEADER + 192;
/** Threads of the pool that have come up; the master is not counted. */
const READY: usize = HEADER + 196;
/** 1 if a thread has trapped. */
const BROKEN: usize = HEADER + 200;
/** 1 if the work is to be left unfinished: cancelled, or a thread has trapped. */
const STOPPED: usize = HEADER + 204;
const CLOSED: usize = HEADER + 208;
/** Number of the job, times 512, plus 256 once nobody may enter any more, plus how many threads have entered. */
const DOOR: usize = HEADER + 256;
const SHUT: i32 = 256;
/** Where the scratch areas of the threads begin, and how far apart they are, in bytes. */
const SCRATCH: usize = HEADER + 212;
const SCRATCH_SIZE: usize = HEADER + 216;
/** Arguments of the job under way: up to 64 words of 8 bytes. */
export const ARGUMENTS: usize = HEADER + 512;

/** Looks at a word this often before sleeping: some 100 µs, longer than most serial stretches between two jobs. */
const SPINS: i32 = 150_000;

/** Asks the host whether to go on; not 0 means stop. */
@external('host', 'poll')
declare function poll(): i32;

/**
 * Sleeps until the word at `address` is notified, or has another value than `expected`, or a millisecond has passed if `briefly`.
 * The host's own wait: after memory.atomic.wait32 the optimising compiler of some engines (V8 11) loses a local variable.
 */
@external('host', 'sleep')
declare function sleep(address: usize, expected: i32, briefly: i32): void;

/** Threads that would work on a job forked now, the master among them. */
@inline
export function threads(): i32 {
  return 1 + atomic.load<i32>(READY);
}

/** Scratch memory of one thread. */
@inline
export function scratchOf(thread: i32): usize {
  return <usize>load<u32>(SCRATCH) + <usize>thread * <usize>load<u32>(SCRATCH_SIZE);
}

@inline
export function stopped(): bool {
  return atomic.load<i32>(STOPPED) != 0;
}

/** The next unclaimed piece of the job under way. */
@inline
export function claim(): i32 {
  return atomic.add<i32>(NEXT_PIECE, 1);
}

/** Lets the host check whether the person has cancelled; cheap enough for every few million operations. Master only. */
export function checkpoint(thread: i32): void {
  if (thread == 0 && !stopped() && poll() != 0) atomic.store<i32>(STOPPED, 1);
}

/**
 * Runs the job whose arguments are in the header until every piece is done: on the master, and on each thread that
 * wakes while there are pieces left. The master waits only for threads that have begun, so that a thread the system
 * keeps from running, because the machine is busy, costs nothing.
 */
export function fork(job: i32, pieces: i32): void {
  atomic.store<i32>(NEXT_PIECE, 0);
  if (pieces <= 1 || threads() <= 1) {
    runJob(job, 0);
    return;
  }
  const number = (atomic.load<i32>(EPOCH) + 1) & 0x3fffff;
  store<i32>(JOB, job);
  atomic.store<i32>(LEFT, 0);
  atomic.store<i32>(DOOR, number << 9);
  atomic.store<i32>(EPOCH, number);
  atomic.notify(EPOCH, -1);
  runJob(job, 0);
  const entered = atomic.or<i32>(DOOR, SHUT) & 255;
  let spins = 0;
  for (;;) {
    const left = atomic.load<i32>(LEFT);
    if (left == entered) break;
    if (atomic.load<i32>(BROKEN) != 0) unreachable();
    if (++spins > SPINS) sleep(LEFT, left, 1);
  }
}

/** True if job `number` is still open; this thread is then counted in, and the master will wait for it. */
function enter(number: i32): bool {
  let door = atomic.load<i32>(DOOR);
  while (door >> 9 == number && (door & SHUT) == 0) {
    const found = atomic.cmpxchg<i32>(DOOR, door, door + 1);
    if (found == door) return true;
    door = found;
  }
  return false;
}

/** The life of a pool thread: works on jobs until the pool is closed. Never called by the master. */
export function serve(): void {
  let seen = atomic.load<i32>(EPOCH);
  const thread = 1 + atomic.add<i32>(READY, 1);
  for (;;) {
    let spins = 0;
    let epoch = atomic.load<i32>(EPOCH);
    while (epoch == seen) {
      if (++spins > SPINS) sleep(EPOCH, seen, 0);
      epoch = atomic.load<i32>(EPOCH);
    }
    seen = epoch;
    if (atomic.load<i32>(CLOSED) != 0) return;
    if (!enter(epoch)) continue;
    runJob(load<i32>(JOB), thread);
    atomic.add<i32>(LEFT, 1);
    atomic.notify(LEFT, 1);
  }
}
