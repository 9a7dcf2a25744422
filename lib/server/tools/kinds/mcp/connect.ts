import {
  Client,
  type JSONRPCMessage,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { McpDefinition } from "@/lib/contract/tool-kinds/mcp";
import { type ToolContext, withinTime } from "../context";
import { ToolError } from "../tool-error";
import { withoutSecrets } from "../without-secrets";
import { boundMessage } from "./bounds";
import { mcpFailure } from "./failure";
import { guardedWay, maxRequests, type Watch } from "./guarded-way";

/** What of a definition a connection needs. */
export type McpPlace = Pick<McpDefinition, "url" | "headers">;
/** The values of its headers by their names, such as `headers.Authorization`. */
export type McpSecrets = Readonly<Record<string, string>>;

export interface RequestOptions {
  signal: AbortSignal;
  timeout: number;
}

export interface Connected {
  client: Client;
  host: string;
  signal: AbortSignal;
  /** Makes one request, which fails when its answer breaks off. */
  ask: <T>(request: (options: RequestOptions) => Promise<T>) => Promise<T>;
}

/** A foreign schema is not run: what a server says of its results binds nobody. */
const anything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};
/** The context ends a call; the client's own limits would come first. */
const unlimited = 2 ** 31 - 1;
const greetingMs = 10_000;
/** An answer that comes with the end of its stream is still on its way to whoever asked. */
const graceMs = 100;

/** Makes requests one after the other and hears what becomes of their answers. */
class Asker {
  #requests = 0;
  #fail: (error: unknown) => void = () => undefined;
  /** Before, the client tries several ways, and the end of one is not the end. */
  greeted = false;

  constructor(
    readonly host: string,
    readonly signal: AbortSignal,
  ) {}

  /** For a request that belongs to what is asked now. */
  readonly watching = (): Watch => {
    const [fail, greeted] = [this.#fail, this.greeted];
    const gone = new ToolError(`${this.host} ended the connection without an answer.`);
    return { broken: fail, ended: () => greeted && setTimeout(() => fail(gone), graceMs).unref() };
  };

  /** Throws when a message has too much in it, or is one request of too many: the client then leaves it. */
  bound(message: JSONRPCMessage): void {
    try {
      if ("method" in message && "id" in message) this.#requests += 1;
      if (this.#requests > maxRequests) throw new ToolError("The MCP server asks back too often.");
      boundMessage(message, this.host);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  readonly ask: Connected["ask"] = async (request) => {
    const { promise: failed, reject } = Promise.withResolvers<never>();
    failed.catch(() => undefined);
    this.#fail = reject;
    return Promise.race([request({ signal: this.signal, timeout: unlimited }), failed]);
  };
}

function headersOf({ headers }: McpPlace, secrets: McpSecrets): Record<string, string> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => {
      const field = `headers.${name}`;
      const value = Object.hasOwn(secrets, field) ? secrets[field] : undefined;
      if (value === undefined)
        throw new ToolError(`The value of the header "${name}" is missing. Enter it again.`, { field });
      return [name, value];
    }),
  );
}

/**
 * Connects to an MCP server, works with it and says goodbye, all within the context's time; whatever the server does, nothing
 * stays open. Throws a `ToolError`.
 */
export async function withMcp<T>(
  place: McpPlace,
  secrets: McpSecrets,
  ctx: ToolContext,
  work: (connected: Connected) => Promise<T>,
): Promise<T> {
  const url = new URL(place.url);
  return withoutSecrets(Object.values(secrets), () =>
    withinTime(ctx, url.host, async (signal) => {
      const asker = new Asker(url.host, signal);
      const transport = new StreamableHTTPClientTransport(url, {
        fetch: guardedWay(ctx, asker),
        requestInit: { headers: headersOf(place, secrets) },
      });
      transport.onmessage = (message) => asker.bound(message);
      const client = new Client(
        { name: "Muster", version: "1" },
        {
          capabilities: {},
          jsonSchemaValidator: anything,
          inputRequired: { autoFulfill: false },
          versionNegotiation: { mode: "auto" },
          listMaxPages: 20,
        },
      );
      try {
        await asker.ask(() => client.connect(transport, { signal, timeout: greetingMs }));
        asker.greeted = true;
        return await work({ client, host: url.host, signal, ask: asker.ask });
      } catch (error) {
        if (signal.aborted) throw error;
        throw mcpFailure(error, url.host);
      } finally {
        await transport.terminateSession().catch(() => undefined);
        await client.close().catch(() => undefined);
      }
    }),
  );
}
