import { readFile } from "node:fs/promises";
import type { Connector, ConnectorContext, StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { Shelf } from "./connectors";

interface Noted {
  /** Keys of records, in their order. */
  told: string[];
  deleted: string[];
  failed: Map<string, string>;
  /** What the records' files held, by key. */
  files: Map<string, { filename: string; text: string }>;
}

/** The same connector, whose messages are noted as they pass. */
function noting(connector: Connector, noted: Noted): Connector {
  return {
    ...connector,
    async *read(...given) {
      for await (const message of connector.read(...given)) {
        if (message.type === "record") {
          noted.told.push(message.key);
          const { key, file } = message;
          if (file) noted.files.set(key, { filename: file.filename, text: await readFile(file.path, "utf8") });
        } else if (message.type === "deleted") noted.deleted.push(message.key);
        else if (message.type === "failed") noted.failed.set(message.key, message.error.message);
        yield message;
      }
    },
  };
}

/** Syncs of one stream, one after another, with what each of them told. */
export class Landing {
  readonly files: Noted["files"] = new Map();
  readonly failed: Noted["failed"] = new Map();
  readonly #noted: Noted = { told: [], deleted: [], failed: this.failed, files: this.files };
  readonly #shelf: Shelf;
  complete: boolean | undefined;

  constructor(connector: Connector, config: Record<string, unknown>, stream: StreamChoice, ctx: ConnectorContext) {
    this.#shelf = new Shelf(noting(connector, this.#noted), config, stream, () => ctx);
  }

  get documents(): Shelf["documents"] {
    return this.#shelf.documents;
  }
  get state(): unknown {
    return this.#shelf.state;
  }
  /** Of the last sync. */
  get told(): string[] {
    return this.#noted.told;
  }
  get deleted(): string[] {
    return this.#noted.deleted;
  }

  /** One sync, or its first messages: then it is as if the process had been killed. */
  async sync(cutAfter?: number): Promise<void> {
    this.#noted.told = [];
    this.#noted.deleted = [];
    this.complete = undefined;
    this.complete = (await this.#shelf.sync({ cutAfter })).complete;
  }
}
