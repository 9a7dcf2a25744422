/** A FIFO semaphore. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly count: number) {
    this.free = count;
  }

  get isIdle(): boolean {
    return this.free === this.count;
  }

  async use<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
