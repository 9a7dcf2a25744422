import {
  Client,
  type JSONRPCMessage,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { McpDefinition } from "@/lib/contract/tools/kinds/mcp";
import { type ToolContext, withinTime } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import { withoutSecrets } from "../shared/without-secrets";
import { boundMessage } from "./bounds";
import { toMcpError } from "./failure";
import { createGuardedFetch, maxRequests, type Watch } from "./guarded-fetch";

/** The connection settings of a definition. */
export type McpTarget = Pick<McpDefinition, "url" | "headers">;
/** Header values by name, such as `headers.Authorization`. */
export type McpSecrets = Readonly<Record<string, string>>;

export interface Connected {
  client: Client;
  host: string;
  signal: AbortSignal;
  /** Sends a request, which fails when its response is truncated. */
  ask: <T>(request: (options: { signal: AbortSignal; timeout: number }) => Promise<T>) => Promise<T>;
}

/** Does not evaluate foreign schemas: a server's output schema is not enforced. */
const acceptAnything: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};
/** The context limits a call; the client's own timeouts would come first. */
const unlimited = 2 ** 31 - 1;
const greetingMs = 10_000;
/** A response that arrives with the end of its stream is still being delivered. */
const graceMs = 100;

/** Sends requests sequentially and tracks their responses. */
class RequestTracker {
  #requests = 0;
  #fail: (error: unknown) => void = () => undefined;
  /** During initialization the client tries several transports, and one failure is not final. */
  initialized = false;

  constructor(
    readonly host: string,
    readonly signal: AbortSignal,
  ) {}

  /** Watches a response of the current request. */
  readonly watching = (): Watch => {
    const [fail, greeted] = [this.#fail, this.initialized];
    const gone = new ToolError(`${this.host} closed the connection without a response.`);
    return { broken: fail, ended: () => greeted && setTimeout(() => fail(gone), graceMs).unref() };
  };

  /** Throws when a message has too many entries, or for too many requests; the client then drops it. */
  bound(message: JSONRPCMessage): void {
    try {
      if ("method" in message && "id" in message) this.#requests += 1;
      if (this.#requests > maxRequests) throw new ToolError("The MCP server sent too many requests.");
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

function toHeaders({ headers }: McpTarget, secrets: McpSecrets): Record<string, string> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => {
      const field = `headers.${name}`;
      const value = Object.hasOwn(secrets, field) ? secrets[field] : undefined;
      if (value === undefined) throw new ToolError(`The “${name}” header has no value. Enter it again.`, { field });
      return [name, value];
    }),
  );
}

/**
 * Connects to an MCP server, runs work, and closes the connection, all within the context's time; nothing remains open. Throws
 * a `ToolError`.
 */
export async function withMcp<T>(
  place: McpTarget,
  secrets: McpSecrets,
  ctx: ToolContext,
  work: (connected: Connected) => Promise<T>,
): Promise<T> {
  const url = new URL(place.url);
  return withoutSecrets(Object.values(secrets), () =>
    withinTime(ctx, url.host, async (signal) => {
      const tracker = new RequestTracker(url.host, signal);
      const transport = new StreamableHTTPClientTransport(url, {
        fetch: createGuardedFetch(ctx, tracker),
        requestInit: { headers: toHeaders(place, secrets) },
      });
      transport.onmessage = (message) => tracker.bound(message);
      const client = new Client(
        { name: "Muster", version: "1" },
        {
          capabilities: {},
          jsonSchemaValidator: acceptAnything,
          inputRequired: { autoFulfill: false },
          versionNegotiation: { mode: "auto" },
          listMaxPages: 20,
        },
      );
      try {
        await tracker.ask(() => client.connect(transport, { signal, timeout: greetingMs }));
        tracker.initialized = true;
        return await work({ client, host: url.host, signal, ask: tracker.ask });
      } catch (error) {
        if (signal.aborted) throw error;
        throw toMcpError(error, url.host);
      } finally {
        await transport.terminateSession().catch(() => undefined);
        await client.close().catch(() => undefined);
      }
    }),
  );
}
