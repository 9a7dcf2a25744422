interface Waiting {
  bytes: number;
  begin: () => void;
}

/** Bounds how many bytes are worked on at a time, in the order of arrival. Larger work runs without any other. */
export class ByteBudget {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(private readonly max: number) {
    this.#free = max;
  }

  async run<T>(wanted: number, work: () => Promise<T>): Promise<T> {
    const bytes = Math.min(wanted, this.max);
    await new Promise<void>((begin) => {
      this.#waiting.push({ bytes, begin });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      this.#free += bytes;
      this.#admit();
    }
  }

  #admit(): void {
    for (let [next] = this.#waiting; next && next.bytes <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.begin();
    }
  }
}
