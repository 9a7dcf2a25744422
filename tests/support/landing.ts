import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll } from "vitest";
import type { Connector, ConnectorContext, Message, Places, StreamChoice } from "@/lib/server/connectors/types";
import { createOutbound } from "@/lib/server/outbound/outbound";

const way = createOutbound({ allow: [], development: true, own: [] });
const folders: string[] = [];
afterAll(async () => {
  await way.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** What connectors get, over the guarded way out to stand-ins on this machine. */
export async function connectorContextFor(
  places: Places,
  given: Partial<ConnectorContext> = {},
): Promise<ConnectorContext> {
  const tmpFolder = await mkdtemp(join(tmpdir(), "muster-connector-"));
  folders.push(tmpFolder);
  const { fetch, fetchWith, resolveAndPin } = way;
  const signal = new AbortController().signal;
  const log = pino({ level: "silent" });
  return { fetch, fetchWith, resolveAndPin, places, signal, log, tmpFolder, maxFileBytes: 1_000_000, ...given };
}

export interface Landed {
  data: Record<string, unknown> | null;
  title: string | null;
  uri: string | null;
  /** What the record's file holds. */
  file?: { filename: string; bytes: Buffer };
}

/** Takes messages as a pipeline does: what comes before a state is kept with it, a broken read begins from the last one. */
export class Landing {
  readonly documents = new Map<string, Landed>();
  readonly failed = new Map<string, string>();
  /** Every key that was told as a record, in order. */
  told: string[] = [];
  deleted: string[] = [];
  state: unknown = null;
  complete: boolean | undefined;

  constructor(
    readonly connector: Connector,
    readonly config: Record<string, unknown>,
    readonly stream: StreamChoice,
  ) {}

  async #take(message: Message, present: Set<string>): Promise<void> {
    switch (message.type) {
      case "record": {
        const { key, data, title, uri, file } = message;
        present.add(key);
        this.told.push(key);
        const bytes = file && (await readFile(file.path));
        if (file) await rm(file.path);
        this.documents.set(key, {
          data,
          title,
          uri,
          ...(file && bytes && { file: { filename: file.filename, bytes } }),
        });
        return;
      }
      case "unchanged":
        for (const key of message.keys) present.add(key);
        return;
      case "failed":
        present.add(message.key);
        this.failed.set(message.key, message.error.message);
        return;
      case "deleted":
        this.deleted.push(message.key);
        this.documents.delete(message.key);
        return;
      case "state":
        this.state = JSON.parse(JSON.stringify(message.state));
        return;
      case "end":
        this.complete = message.complete;
        if (message.complete)
          for (const key of this.documents.keys()) if (!present.has(key)) this.documents.delete(key);
        return;
      default:
        throw new Error(`No such message: ${String(message satisfies never)}`);
    }
  }

  /** One read to its end, or until so many messages have come: then the process is as if it had been killed. */
  async sync(ctx: ConnectorContext, breakAfter = Number.POSITIVE_INFINITY): Promise<void> {
    this.told = [];
    this.deleted = [];
    this.complete = undefined;
    const present = new Set<string>();
    let count = 0;
    for await (const message of this.connector.read(this.config, this.stream, this.state, ctx)) {
      if (count === breakAfter) return;
      count += 1;
      await this.#take(message, present);
    }
  }
}

/** What a call threw. */
export const thrownBy = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
