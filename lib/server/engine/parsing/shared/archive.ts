import { type Entry, openPromise, type ZipFile } from "yauzl";
import { parseLimits } from "./limits.ts";
import { ParseError } from "./parse-error.ts";

const createTooLargeError = () =>
  new ParseError(
    "too_large",
    "The unpacked content of this file is too large. Split it into several files and upload them.",
  );

type ArchiveLimits = Pick<typeof parseLimits, "archiveEntries" | "inflatedBytes">;

/** The parts of a zip file, decompressed on demand with a limit on their total size. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;
  readonly #byLowerCase: Map<string, Entry>;
  readonly #maxBytes: number;
  #inflatedBytes = 0;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, maxBytes: number) {
    this.#zip = zip;
    this.#maxBytes = maxBytes;
    this.#entries = entries;
    this.#byLowerCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  }

  static async open(path: string, limits: ArchiveLimits = parseLimits): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false });
    try {
      const entries = new Map<string, Entry>();
      if (zip.entryCount > limits.archiveEntries) throw createTooLargeError();
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
      }
      return new Archive(zip, entries, limits.inflatedBytes);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Office documents may refer to a part in other capitals than its name's. */
  #find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#byLowerCase.get(name.toLowerCase());
  }

  /** The bytes of a part, a piece at a time. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#find(name);
    if (!entry) throw new Error(`The archive has no ${name}`);
    if (entry.isEncrypted())
      throw new ParseError("protected", "This file is password-protected. Remove the password and upload it again.");
    for await (const part of await this.#zip.openReadStreamPromise(entry)) {
      this.#inflatedBytes += part.length;
      if (this.#inflatedBytes > this.#maxBytes) throw createTooLargeError();
      yield part;
    }
  }

  async bytes(name: string): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.read(name)));
  }

  close(): void {
    this.#zip.close();
  }
}
