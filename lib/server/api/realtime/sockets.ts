import type { Server as HttpServer } from "node:http";
import { eq } from "drizzle-orm";
import { Server } from "socket.io";
import { type ServerOptions, WebSocketServer } from "ws";
import { z } from "zod";
import { errorText } from "@/lib/constants/errors";
import type { ReaderEvent } from "@/lib/contract/session-events/events";
import { createChecker } from "@/lib/permissions/checker";
import { findCallerMembership } from "../../access/auth/membership";
import { findShownName, isVisitorToken } from "../../access/auth/visitor";
import { resendPartial } from "../../engine/runs/log/live-text";
import { toVisitorEvent } from "../../engine/runs/log/visitor-events";
import { followAsWatcher } from "../../engine/runs/log/watchers";
import { openDatabase } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { sessions } from "../../platform/db/tables/sessions";
import { AppError, notFound, unavailable } from "../../platform/errors/errors";
import { newRequestId } from "../../platform/http/front/request-id";
import { log } from "../../platform/log/log";
import { withLogContext } from "../../platform/log/log-context";
import { provide } from "../../platform/process/registry";
import { getSession } from "../../resources/sessions/service";
import { getSessionVisitor } from "../../resources/sessions/visitors";
import {
  admit,
  type EventView,
  findSocketPrincipal,
  type LiveSocket,
  recheck,
  type ServerEvents,
  type SocketData,
} from "./admit-socket";
import { forwardForeign } from "./peers";
import { isFlooded, refuseWhenFull, serialize } from "./serialize";

const path = "/socket.io";
const maxMessageBytes = 16 * 1024;
const maxRooms = 20;
/** Team rooms, in addition to those of the socket, account, person and token. */
const maxJoined = maxRooms + 1;
/** The characters of ids and slugs; PostgreSQL rejects NUL. */
const id = z.string().regex(/^[\w:-]{1,100}$/);
const joinField = z.object({ sessionId: id, after: z.number().int().min(0).default(0) });
const sessionField = z.object({ sessionId: id, messageId: id.optional() });

type LiveServer = Server<Record<string, never>, ServerEvents, Record<string, never>, SocketData>;
type Acknowledge = ((answer: object) => void) | undefined;

/** Handles one message of a connection per turn of the event loop. A chunk that was received can hold thousands. */
class MessageServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, allowSynchronousEvents: false });
  }
}

/** Attaches the realtime server to Next's HTTP server. */
export function startSockets(server: HttpServer): LiveServer {
  const io: LiveServer = new Server({
    path,
    maxHttpBufferSize: maxMessageBytes,
    transports: ["polling", "websocket"],
    serveClient: false,
    wsEngine: MessageServer,
  });
  io.attach(server, { path, destroyUpgrade: false });
  forwardForeign(io.engine);
  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        const { error: sentence, retryAfter } = toRefusal(error, "connection");
        const status = error instanceof AppError ? error.status : undefined;
        next(Object.assign(new Error(sentence), { data: { status, retryAfter } }));
      },
    );
  });
  io.on("connection", (socket) => {
    listen(socket);
    void recheck(socket);
  });
  provide("io", io);
  return io;
}

function listen(socket: LiveSocket): void {
  on(socket, "join_room", id, async (slug) => {
    await findCaller(socket, slug);
    if (socket.rooms.size > maxJoined) throw new AppError("rate_limited", "Too many rooms joined on this connection.");
    await socket.join(slug);
  });
  on(socket, "leave_room", id, async (slug) => {
    if (!slug.includes(":")) await socket.leave(slug);
  });
  on(socket, "join_session", joinField, async ({ sessionId, after }) => {
    const shown = await checkSession(socket, sessionId);
    if (socket.disconnected) return;
    const { following, accountId } = socket.data;
    following.get(sessionId)?.stop();
    if (following.size >= maxRooms)
      throw new AppError("rate_limited", "Too many sessions followed on this connection.");
    const stop = followAsWatcher(accountId, sessionId, after, (event) => emit(socket, shown(event)));
    following.set(sessionId, { shown, stop });
  });
  on(socket, "leave_session", sessionField, async ({ sessionId }) => {
    socket.data.following.get(sessionId)?.stop();
    socket.data.following.delete(sessionId);
  });
  on(socket, "partial_again", sessionField, async ({ sessionId, messageId }) => {
    const followed = socket.data.following.get(sessionId);
    if (messageId && followed) resendPartial(sessionId, messageId, (event) => emit(socket, followed.shown(event)));
  });
  socket.on("disconnect", () => {
    for (const { stop } of socket.data.following.values()) stop();
    socket.data.following.clear();
  });
}

/** Sends the reader's version of an event; null: nothing. */
function emit(socket: LiveSocket, event: ReaderEvent | null): void {
  if (event) socket.emit("session_event", event);
}

/** The visible part of an error; the rest is logged. `retryAfter`: seconds, if a retry may help. */
function toRefusal(error: unknown, event: string): { error: string; retryAfter?: number | undefined } {
  if (error instanceof AppError) return { error: error.message, retryAfter: error.extra.retryAfter };
  if (isTransient(error)) {
    log().warn({ err: error, event }, "the database is unavailable");
    const { message, extra } = unavailable();
    return { error: message, retryAfter: extra.retryAfter };
  }
  log().error({ err: error, event }, "socket event failed");
  return { error: errorText.requestFailed };
}

/** Every event is a request: parsed, queued, checked and acknowledged; errors are messages. */
function on<T extends z.ZodType>(
  socket: LiveSocket,
  event: string,
  schema: T,
  handle: (input: z.output<T>) => Promise<void>,
): void {
  socket.on(
    event as never,
    ((input: unknown, ack: Acknowledge) => {
      const answer = typeof ack === "function" ? ack : () => {};
      if (refuseWhenFull(socket.data.turns)) {
        answer({ error: "Too many requests. Wait a moment." });
        if (isFlooded(socket.data.turns)) socket.disconnect(true);
        return;
      }
      const parsed = schema.safeParse(input);
      if (!parsed.success) return answer({ error: "This message isn't valid." });
      void withLogContext({ requestId: newRequestId() }, () =>
        serialize(socket.data.turns, () => handle(parsed.data)).then(
          () => answer({ ok: true }),
          (error: unknown) => answer(toRefusal(error, event)),
        ),
      );
    }) as never,
  );
}

async function findCaller(socket: LiveSocket, slug: string) {
  if (isVisitorToken(socket.data.token)) throw notFound("This team");
  const { db } = await openDatabase();
  const caller = await findSocketPrincipal(socket);
  const found = caller && (await findCallerMembership(db, caller, slug));
  if (!caller || !found?.row) {
    if (!caller) socket.disconnect(true);
    throw notFound("This team");
  }
  return { db, caller, found };
}

/** Throws unless the reader may follow the session. Returns how they see its events. */
async function checkSession(socket: LiveSocket, sessionId: string): Promise<EventView> {
  if (isVisitorToken(socket.data.token)) {
    const name = findShownName(await getSessionVisitor(socket.data.token, sessionId));
    return (event) => toVisitorEvent(event, name);
  }
  const { db } = await openDatabase();
  const [row] = await db.select({ teamId: sessions.teamId }).from(sessions).where(eq(sessions.id, sessionId));
  if (!row) throw notFound("This session");
  const { caller, found } = await findCaller(socket, row.teamId).catch((error: unknown) => {
    throw error instanceof AppError ? notFound("This session") : error;
  });
  await getSession(
    db,
    { teamId: row.teamId, accountId: caller.account.id, permissions: createChecker(found.bits) },
    sessionId,
  );
  return (event) => event;
}
