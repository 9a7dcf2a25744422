import { createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { mcpMaxWaitMs } from "@/lib/constants/publications";
import type { Db } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import { jsonResponse } from "../../../platform/errors/json-response";
import { readJsonBody } from "../../../platform/http/body/read-body";
import { log } from "../../../platform/log/log";
import { limitCalls, maxRequestBytesOf } from "../limits";
import { type PublicationCaller, requireStillAdmitted } from "../service";
import { authenticate } from "./authenticate";
import { createServer } from "./server";
import { buildTool } from "./tool";

/** A message carries text only. */
const maxBytes = 1024 * 1024;

type Message = Readonly<Record<string, unknown>>;

async function readMessage(request: Request, caller: PublicationCaller): Promise<Message> {
  const body = await readJsonBody(request, { maxBytes: Math.min(maxBytes, maxRequestBytesOf(caller)) });
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new AppError("invalid", "Send one JSON-RPC message.", {
      data: { rpcCode: ProtocolErrorCode.InvalidRequest },
    });
  return body as Message;
}

function refuseMethod(id: unknown): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  const isId = typeof id === "string" || typeof id === "number";
  return jsonResponse({ jsonrpc: "2.0", id: isId ? id : null, error }, { status: 404 });
}

/** Responds to a message of an MCP client, in both the revision without sessions and earlier ones. */
export async function serveMessage(
  db: Db,
  request: Request,
  publicationId: string,
  maxWaitMs = mcpMaxWaitMs,
): Promise<Response> {
  const authenticated = await authenticate(db, request, publicationId);
  const message = await readMessage(request, authenticated);
  // The body may have arrived slowly.
  const caller = await requireStillAdmitted(db, authenticated);
  // Nothing changes that clients could subscribe to.
  if (message.method === "subscriptions/listen") return refuseMethod(message.id);
  const isCall = message.method === "tools/call";
  // Starting a run counts itself.
  if (!isCall) await limitCalls(caller);
  const tool = await buildTool(db, caller);
  const bytes = Buffer.byteLength(JSON.stringify(message));
  const streams = request.headers.get("accept")?.includes("text/event-stream") ?? false;
  const handler = createMcpHandler(
    ({ era }) => createServer({ db, caller, tool, bytes, isModern: era === "modern", streams, maxWaitMs }),
    {
      responseMode: isCall && streams ? "sse" : "auto",
      onerror: (error) => log().debug({ err: error, publicationId }, "an MCP message was refused"),
    },
  );
  return handler.fetch(request, { parsedBody: message });
}
