import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { AppError } from "../../../platform/errors/errors";
import { log } from "../../../platform/log/log";
import { callTool } from "./call";
import { tasksExtension } from "./capabilities";
import type { Exchange } from "./exchange";
import { createStateCodec } from "./paused-call";
import { serveTasks } from "./tasks";

/** How long clients may keep lists. */
const ttlMs = 60_000;

/** Runs work whose unexpected errors are logged and hidden. */
async function hidingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof AppError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    log().error({ err: error }, "an MCP message failed");
    throw new ProtocolError(ProtocolErrorCode.InternalError, "An unexpected error occurred, please contact support.");
  }
}

/** The server for one message. */
export function createServer(exchange: Exchange): Server {
  const { caller, tool, isModern } = exchange;
  const { app } = caller;
  const cacheHint = { ttlMs, cacheScope: "private" } as const;
  const server = new Server(
    { name: "muster", title: app.name, version: "1.0.0" },
    {
      capabilities: { tools: {}, ...(isModern && { extensions: { [tasksExtension]: {} } }) },
      ...(app.description && { instructions: app.description }),
      // Clients of earlier revisions cannot be asked without a session.
      inputRequired: { legacyShim: false },
      requestState: { verify: createStateCodec(caller).verify },
      cacheHints: { "tools/list": cacheHint, "server/discover": cacheHint },
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [tool.definition] }));
  server.setRequestHandler("tools/call", ({ params }, ctx) =>
    hidingErrors(async () =>
      server.projectCallToolResult(
        (await callTool(exchange, params, ctx)) as CallToolResult,
        tool.definition.outputSchema,
      ),
    ),
  );
  if (isModern) serveTasks(server, exchange, hidingErrors);
  return server;
}
