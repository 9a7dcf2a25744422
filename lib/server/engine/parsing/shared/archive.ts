import { type Entry, openPromise, type ZipFile } from "yauzl";
import { parseLimits } from "./limits.ts";
import { ParseError } from "./parse-error.ts";

const createTooLargeError = () =>
  new ParseError(
    "too_large",
    "This file unpacks to more than Muster reads. Split it into several files and upload those.",
  );

/** The parts of a zip file, decompressed on demand with a limit on their total size. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;
  #inflatedBytes = 0;

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false });
    try {
      const entries = new Map<string, Entry>();
      if (zip.entryCount > parseLimits.archiveEntries) throw createTooLargeError();
      for await (const entry of zip.eachEntry()) {
        entries.set(entry.fileName, entry);
      }
      return new Archive(zip, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async bytes(name: string): Promise<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`The archive has no ${name}`);
    if (entry.isEncrypted())
      throw new ParseError(
        "protected",
        "This file is protected by a password. Remove the password and upload it again.",
      );
    const parts: Buffer[] = [];
    for await (const part of await this.#zip.openReadStreamPromise(entry)) {
      this.#inflatedBytes += part.length;
      if (this.#inflatedBytes > parseLimits.inflatedBytes) throw createTooLargeError();
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  close(): void {
    this.#zip.close();
  }
}
