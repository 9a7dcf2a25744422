interface Waiting {
  start: () => void;
}

/**
 * Limits concurrent work in total and per team. Waiting teams are served round-robin: a team with hundreds of runs delays
 * another's by no more than the one that is running.
 */
export class FairQueue {
  readonly #most: { running: number; perTeam: number; waiting: number };
  readonly #fullError: () => Error;
  readonly #running = new Map<string, number>();
  /** In round-robin order. */
  readonly #waiting = new Map<string, Waiting[]>();
  #total = 0;

  /** `fullError`: thrown when a team's queue is full. */
  constructor(limits: { running: number; perTeam: number; waiting: number }, fullError: () => Error) {
    this.#most = limits;
    this.#fullError = fullError;
  }

  /** Runs `work` in turn. Aborting ends the wait with the signal's reason. */
  async run<T>(teamId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#mayRun(teamId)) this.#begin(teamId);
    else await this.#turn(teamId, signal);
    try {
      return await work();
    } finally {
      this.#finish(teamId);
    }
  }

  #mayRun(teamId: string): boolean {
    return this.#total < this.#most.running && (this.#running.get(teamId) ?? 0) < this.#most.perTeam;
  }

  #begin(teamId: string): void {
    this.#total += 1;
    this.#running.set(teamId, (this.#running.get(teamId) ?? 0) + 1);
  }

  #finish(teamId: string): void {
    this.#total -= 1;
    const left = (this.#running.get(teamId) ?? 1) - 1;
    if (left > 0) this.#running.set(teamId, left);
    else this.#running.delete(teamId);
    this.#next();
  }

  /** Starts the next team's work; the team moves to the end of the queue. */
  #next(): void {
    for (const [teamId, queue] of this.#waiting) {
      if (!this.#mayRun(teamId)) continue;
      const first = queue.shift();
      this.#waiting.delete(teamId);
      if (queue.length > 0) this.#waiting.set(teamId, queue);
      if (!first) continue;
      this.#begin(teamId);
      first.start();
      return;
    }
  }

  async #turn(teamId: string, signal: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(teamId) ?? [];
    if (queue.length >= this.#most.waiting) throw this.#fullError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { start: resolve };
    queue.push(entry);
    this.#waiting.set(teamId, queue);
    const abort = () => {
      const place = queue.indexOf(entry);
      if (place < 0) return;
      queue.splice(place, 1);
      if (queue.length === 0) this.#waiting.delete(teamId);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    await promise.finally(() => signal.removeEventListener("abort", abort));
  }
}
