import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { loopbackServer } from "./loopback-server";

type Message = { id?: number | string; method: string; params?: Record<string, unknown> };
export type Reply = (message: Message, request: IncomingMessage, response: ServerResponse) => unknown;

/** What it offers. */
export const tools = [{ name: "look", description: "Looks", inputSchema: { type: "object" } }];

/**
 * A server in the protocol of 2025 that behaves until `special` says otherwise, by answering not undefined. A request without a
 * message is asked about by its HTTP method.
 */
export async function mcpServer(special: Reply) {
  const got: { message?: Message; method?: string; headers: IncomingMessage["headers"] }[] = [];
  let live = 0;
  const server = await loopbackServer((request, response) => {
    live += 1;
    response.on("close", () => {
      live -= 1;
    });
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const message: Message | undefined = body ? JSON.parse(body) : undefined;
      got.push({ message, method: request.method, headers: request.headers });
      if (!message) {
        const told = special({ method: request.method ?? "" }, request, response);
        return told === "done" ? undefined : response.writeHead(200).end();
      }
      const json = (value: unknown) =>
        response
          .writeHead(200, { "content-type": "application/json", "mcp-session-id": "s1" })
          .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...(value as object) }));
      const told = special(message, request, response);
      if (told !== undefined) return told === "done" ? undefined : json(told);
      if (message.id === undefined) return response.writeHead(202).end();
      if (message.method === "initialize")
        return json({
          result: {
            protocolVersion: "2025-06-18",
            capabilities: { tools: {} },
            serverInfo: { name: "Stand-in", version: "1" },
          },
        });
      if (message.method === "tools/list") return json({ result: { tools } });
      if (message.method === "tools/call") return json({ result: { content: [{ type: "text", text: "seen" }] } });
      return json({ error: { code: -32601, message: "Method not found" } });
    });
  });
  onTestFinished(server.close);
  /** Exchanges that are not over. */
  const open = () => live;
  return { url: `${server.url}/mcp`, got, open };
}

/** A definition that may call its tool. */
export const place = (url: string, headers = {}) => ({ url, headers, allowedTools: ["look"] });
/** Answers one method by itself, and what else is asked as usual. */
export const on =
  (method: string, reply: Reply): Reply =>
  (message, request, response) =>
    message.method === method ? reply(message, request, response) : undefined;
/** Begins a stream of events. */
export const events = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
