/** What the watched thread counts, for the watcher: places in a shared Int32Array. Times are microseconds. */
export const places = { ticks: 0, cpu: 1, wall: 2, began: 3 } as const;

export const placesCount = 4;

/** Variables by which a test process tells a server what to do. */
export const portVariable = "LOOP_WATCH_PORT";

/** The longest time since the last report for which the watched event loop was busy without a turn. */
export interface Report {
  /** Processor time of the thread: what a busy machine takes away does not count. */
  cpuMs: number;
  /** Time that passed meanwhile. */
  wallMs: number;
  /** Set when it was still busy when the watcher gave up: what it was doing. */
  stuckAt?: string;
}
