import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { toNodeHandler } from "srvx/node";
import { z } from "zod";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

/** A tool for each kind of result. */
function createMcp(): McpServer {
  const server = new McpServer({ name: "everything", version: "1.0.0" });
  const hints = { readOnlyHint: true, destructiveHint: false };
  server.registerTool(
    "echo",
    { description: "Echoes", inputSchema: z.object({ message: z.string() }), annotations: hints },
    async ({ message }) => text(`Echo: ${message}`),
  );
  server.registerTool(
    "get-sum",
    { description: "Adds", inputSchema: z.object({ a: z.number(), b: z.number() }) },
    async ({ a, b }) => text(`The sum of ${a} and ${b} is ${a + b}.`),
  );
  server.registerTool("get-env", { description: "The environment" }, async () => text("secret"));
  server.registerTool(
    "get-structured-content",
    {
      description: "The weather",
      inputSchema: z.object({ location: z.enum(["New York", "Chicago"]) }),
      outputSchema: z.object({ temperature: z.number(), conditions: z.string() }),
    },
    async () => {
      const structuredContent = { temperature: 22.5, conditions: "Cloudy" };
      return { ...text(JSON.stringify(structuredContent)), structuredContent };
    },
  );
  server.registerTool("get-tiny-image", { description: "A picture" }, async () => ({
    content: [{ type: "image", data: pixel, mimeType: "image/png" }],
  }));
  server.registerTool(
    "get-resource-links",
    { description: "Links", inputSchema: z.object({ count: z.number() }) },
    async ({ count }) => ({
      content: Array.from({ length: count }, (_, index) => ({
        type: "resource_link" as const,
        uri: `demo://resource/${index}`,
        name: `Resource ${index}`,
      })),
    }),
  );
  server.registerTool(
    "trigger-long-running-operation",
    { description: "Waits", inputSchema: z.object({ duration: z.number(), steps: z.number() }) },
    async ({ duration }) => {
      await sleep(duration * 1_000, undefined, { ref: false });
      return text("Done.");
    },
  );
  return server;
}

/** A server built with MCP's own package, with a tool for each kind of result, over streamable HTTP with sessions. */
export async function everythingServer(): Promise<{ url: string; log: () => string; close: () => Promise<void> }> {
  let log = "";
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  async function respond(request: Request): Promise<Response> {
    const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => {
        sessions.delete(id);
        log += `session termination ${id}\n`;
      },
    });
    await createMcp().connect(transport);
    return transport.handleRequest(request);
  }
  const http = createServer(toNodeHandler(respond) as RequestListener);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    log: () => log,
    close: async () => {
      for (const transport of sessions.values()) await transport.close();
      await new Promise((resolve) => http.close(resolve).closeAllConnections());
    },
  };
}
