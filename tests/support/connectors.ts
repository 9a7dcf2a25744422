import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type {
  Connector,
  ConnectorContext,
  RecordMessage,
  StreamChoice,
} from "@/lib/server/engine/connectors/shared/types";
import { createLogger } from "@/lib/server/platform/log/log";
import type { AddressRules } from "@/lib/server/platform/outbound/address-check";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";

/** A context that reaches loopback (unless the rules say otherwise); its folder and connections go with the test. */
export function connectorContext(
  given: Partial<ConnectorContext> = {},
  rules: Partial<AddressRules> = {},
): ConnectorContext {
  const way = createOutbound({ allow: [], development: true, ownEndpoints: [], ...rules });
  const tmpFolder = mkdtempSync(join(tmpdir(), "muster-connector-"));
  onTestFinished(async () => {
    await way.close();
    rmSync(tmpFolder, { recursive: true, force: true });
  });
  return {
    fetch: way.fetch,
    fetchWith: way.fetchWith,
    resolveAndPin: way.resolveAndPin,
    places: {},
    signal: new AbortController().signal,
    owner: "team",
    log: createLogger("silent"),
    tmpFolder,
    pace: 0,
    maxFileBytes: 10 * 1024 * 1024,
    ...given,
  };
}

export interface Synced {
  /** How often something was told in this sync, by its kind. */
  told: Record<string, number>;
  complete: boolean | undefined;
}

/** What the pipeline does with messages, in memory: documents by key, and the state that was kept. */
export class Shelf {
  readonly documents = new Map<string, RecordMessage>();
  readonly failed: string[] = [];
  #state: unknown = null;

  /** As it is kept: not before it is needed, so that a connector which changes what it told is noticed. */
  get state(): unknown {
    return JSON.parse(JSON.stringify(this.#state));
  }

  set state(state: unknown) {
    this.#state = state;
  }

  constructor(
    readonly connector: Connector,
    readonly config: Record<string, unknown>,
    readonly choice: StreamChoice,
    readonly context: () => ConnectorContext = connectorContext,
  ) {}

  /** One sync; `cutAfter` messages it is broken off, as by a kill: what came after the last state is lost. */
  async sync({ cutAfter = Number.POSITIVE_INFINITY }: { cutAfter?: number } = {}): Promise<Synced> {
    const told: Record<string, number> = {};
    const seen = new Set<string>();
    const ctx = this.context();
    let waiting: (() => void)[] = [];
    let count = 0;
    for await (const message of this.connector.read(this.config, this.choice, this.state, ctx)) {
      if (count === cutAfter) return { told, complete: undefined };
      count += 1;
      told[message.type] = (told[message.type] ?? 0) + (message.type === "unchanged" ? message.keys.length : 1);
      if (message.type === "record") {
        seen.add(message.key);
        waiting.push(() => this.documents.set(message.key, message));
      } else if (message.type === "unchanged") for (const key of message.keys) seen.add(key);
      else if (message.type === "failed") {
        seen.add(message.key);
        this.failed.push(message.key);
      } else if (message.type === "deleted") waiting.push(() => this.documents.delete(message.key));
      else {
        for (const store of waiting) store();
        waiting = [];
        if (message.type === "state") this.#state = message.state;
        else if (message.complete) {
          const untold = [...this.documents.keys()].filter((key) => !seen.has(key));
          const gone = await this.connector.findDeleted(this.config, this.choice, untold, ctx);
          for (const key of gone) this.documents.delete(key);
          return { told, complete: true };
        } else return { told, complete: false };
      }
    }
    throw new Error("The read ended without saying so.");
  }

  /** The data of all documents, by key. */
  data(): Record<string, unknown> {
    return Object.fromEntries([...this.documents].sort().map(([key, { data }]) => [key, data]));
  }
}

/** What a promise is refused with. */
export async function refusal(promise: Promise<unknown>): Promise<Error> {
  const refused = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refused instanceof Error) return refused;
  throw new Error("It was not refused.");
}
