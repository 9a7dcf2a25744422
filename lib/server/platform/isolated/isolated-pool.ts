import { FairQueue } from "./fair-queue";
import { IsolatedProcess, IsolationError, type ProcessLimits } from "./isolated-process";

/** An idle process ends after this. */
const idleMs = 10_000;

interface PoolLimits extends ProcessLimits {
  /** Concurrent jobs of all teams. */
  running: number;
  /** Concurrent jobs per team. */
  perTeam: number;
  /** Queued jobs per team. One more fails with `busy`. */
  waiting: number;
}

/** Runs jobs on untrusted data in separate processes, fairly for all teams. A process serves one team only. */
export class IsolatedPool<Job, Reply> {
  readonly #entry: string;
  readonly #limits: PoolLimits;
  readonly #queue: FairQueue;
  #idle: { process: IsolatedProcess<Job, Reply>; teamId: string; timer: NodeJS.Timeout }[] = [];

  /** `entry`: see `IsolatedProcess`. */
  constructor(entry: string, limits: PoolLimits) {
    this.#entry = entry;
    this.#limits = limits;
    this.#queue = new FairQueue(limits, () => new IsolationError("busy"));
  }

  /** Throws an `IsolationError`, or the signal's reason. */
  run(teamId: string, job: Job, signal: AbortSignal): Promise<Reply> {
    return this.#queue.run(teamId, signal, async () => {
      const process = this.#take(teamId);
      try {
        return await process.run(job, signal);
      } finally {
        if (process.alive) this.#keep(process, teamId);
      }
    });
  }

  close(): void {
    for (const { process } of this.#idle) process.end();
    this.#idle = [];
  }

  #take(teamId: string): IsolatedProcess<Job, Reply> {
    const found = this.#idle.find((one) => one.teamId === teamId && one.process.alive);
    if (!found) return new IsolatedProcess(this.#entry, this.#limits);
    this.#forget(found.process);
    return found.process;
  }

  #keep(process: IsolatedProcess<Job, Reply>, teamId: string): void {
    const timer = setTimeout(() => this.#drop(process), idleMs).unref();
    this.#idle.push({ process, teamId, timer });
    const oldest = this.#idle.length > this.#limits.running ? this.#idle[0] : undefined;
    if (oldest) this.#drop(oldest.process);
  }

  #drop(process: IsolatedProcess<Job, Reply>): void {
    this.#forget(process);
    process.end();
  }

  #forget(process: IsolatedProcess<Job, Reply>): void {
    clearTimeout(this.#idle.find((one) => one.process === process)?.timer);
    this.#idle = this.#idle.filter((one) => one.process !== process);
  }
}
