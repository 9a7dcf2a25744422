import type { Server as HttpServer } from "node:http";
import { eq } from "drizzle-orm";
import { Server, type Socket } from "socket.io";
import { z } from "zod";
import { errorText } from "@/lib/constants/errors";
import type { SessionEvent } from "@/lib/contract/sessions";
import { createChecker } from "@/lib/permissions/checker";
import { membershipFor } from "../auth/membership";
import { type Principal, principalOf, sessionCookie } from "../auth/principal";
import { isVisitorToken, visitorExpires, visitorNow } from "../auth/visitor";
import { openDatabase } from "../db/client";
import { isTransient } from "../db/is-transient";
import { AppError, notFound, unavailable } from "../http/errors";
import { isOwnOrigin } from "../http/origin";
import { newRequestId } from "../http/request-id";
import { log } from "../log";
import { withLogContext } from "../log-context";
import { provide } from "../registry";
import { partialAgain } from "../runs/hub";
import { visitorEvent } from "../runs/visitor-events";
import { sessionOf } from "../sessions/service";
import { sessions } from "../sessions/table";
import { inTurn, newTurns, type Turns } from "./in-turn";
import { requireConnection, requireVisitorConnection } from "./open-connections";
import { accountRoom, personRoom, tokenRoom } from "./rooms";
import { visitorIn, visitorRooms } from "./visitors";
import { followFor } from "./watchers";
import { whenOver } from "./when-over";

const path = "/socket.io";
const messageBytesMost = 16 * 1024;
const roomsMost = 20;
/** Teams' rooms, beside the socket's, account's, person's and token's own. */
const joinedMost = roomsMost + 1;
/** Nothing else is in an id or a slug; a NUL would be more than PostgreSQL takes. */
const id = z.string().regex(/^[\w:-]{1,100}$/);
const joinField = z.object({ sessionId: id, after: z.number().int().min(0).default(0) });
const sessionField = z.object({ sessionId: id, messageId: id.optional() });

interface Data {
  token: string;
  byCookie: boolean;
  /** Who counts as watching what the socket follows; null: a visitor, who does not. */
  accountId: string | null;
  following: Map<string, () => void>;
  turns: Turns;
}
type Live = Socket<Record<string, never>, Record<string, (...args: unknown[]) => void>, Record<string, never>, Data>;
type Ack = ((answer: object) => void) | undefined;

/** Attaches the realtime server to Next's own HTTP server. */
export function startSockets(server: HttpServer): Server {
  const io = new Server({
    path,
    maxHttpBufferSize: messageBytesMost,
    transports: ["polling", "websocket"],
    serveClient: false,
  });
  io.attach(server, { path, destroyUpgrade: false });
  io.use((socket, next) => {
    admit(socket as unknown as Live).then(
      () => next(),
      (error: unknown) => {
        const { error: sentence, retryAfter } = refusalOf(error, "connection");
        const status = error instanceof AppError ? error.status : undefined;
        next(Object.assign(new Error(sentence), { data: { status, retryAfter } }));
      },
    );
  });
  io.on("connection", (socket) => {
    listen(socket as unknown as Live);
    void checkAgain(socket as unknown as Live);
  });
  provide("io", io);
  return io;
}

async function principal({ data }: Live): Promise<Principal | null> {
  const { db } = await openDatabase();
  return principalOf(db, data.token, data.byCookie);
}

/** A token in the handshake, or the cookie of a page of our own origin. */
async function admit(socket: Live): Promise<void> {
  const { auth, headers } = socket.handshake;
  const given: unknown = auth.token;
  const cookie = new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;\\s]{1,200})`).exec(headers.cookie ?? "")?.[1];
  const byToken = typeof given === "string" && given.length > 0 && given.length <= 200;
  if (!byToken && !(cookie && isOwnOrigin(headers.origin ?? null)))
    throw new AppError("unauthorized", "Sign in to go on.");
  socket.data = {
    token: byToken ? given : (cookie ?? ""),
    byCookie: !byToken,
    accountId: null,
    following: new Map(),
    turns: newTurns(),
  };
  if (isVisitorToken(socket.data.token)) return admitVisitor(socket);
  const caller = await principal(socket);
  if (!caller) throw new AppError("unauthorized", "Sign in to go on.");
  socket.data.accountId = caller.account.id;
  requireConnection(caller.account.id);
  const own = caller.kind === "key" ? [] : [personRoom(caller.account.id)];
  await socket.join([accountRoom(caller.account.id), tokenRoom(caller.tokenId), ...own]);
  if (caller.expires) cutWhenOver(socket, caller.expires);
}

/** A visitor gets nothing but the sessions that are their own: no room of the team, the account or the person. */
async function admitVisitor(socket: Live): Promise<void> {
  const { db } = await openDatabase();
  const visitor = await visitorNow(db, socket.data.token);
  if (!visitor) throw new AppError("unauthorized", "This link is not available.");
  requireVisitorConnection(visitor);
  await socket.join(visitorRooms(visitor));
  cutWhenOver(socket, visitorExpires(visitor));
}

/** A cut that came while the socket was being let in has missed it. */
async function checkAgain(socket: Live): Promise<void> {
  const { token } = socket.data;
  const still = isVisitorToken(token) ? openDatabase().then(({ db }) => visitorNow(db, token)) : principal(socket);
  if (!(await still.catch(() => null))) socket.disconnect(true);
}

/** What runs out, a session, a key or a visit, ends what it opened. */
function cutWhenOver(socket: Live, expires: Date): void {
  socket.once(
    "disconnect",
    whenOver(expires, () => socket.disconnect(true)),
  );
}

function listen(socket: Live): void {
  on(socket, "join_room", id, async (slug) => {
    await member(socket, slug);
    if (socket.rooms.size > joinedMost)
      throw new AppError("rate_limited", "Too many rooms are joined on one connection.");
    await socket.join(slug);
  });
  on(socket, "leave_room", id, async (slug) => {
    if (!slug.includes(":")) await socket.leave(slug);
  });
  on(socket, "join_session", joinField, async ({ sessionId, after }) => {
    const shown = await checkSession(socket, sessionId);
    if (socket.disconnected) return;
    const { following, accountId } = socket.data;
    following.get(sessionId)?.();
    if (following.size >= roomsMost)
      throw new AppError("rate_limited", "Too many sessions are followed on one connection.");
    following.set(
      sessionId,
      followFor(accountId, sessionId, after, (event) => {
        const seen = shown(event);
        if (seen) socket.emit("session_event", seen);
      }),
    );
  });
  on(socket, "leave_session", sessionField, async ({ sessionId }) => {
    socket.data.following.get(sessionId)?.();
    socket.data.following.delete(sessionId);
  });
  on(socket, "partial_again", sessionField, async ({ sessionId, messageId }) => {
    if (messageId && socket.data.following.has(sessionId))
      partialAgain(sessionId, messageId, (event) => socket.emit("session_event", event));
  });
  socket.on("disconnect", () => {
    for (const stop of socket.data.following.values()) stop();
    socket.data.following.clear();
  });
}

/** What a reader may see of a failure; the rest is for the log. `retryAfter`: seconds, where trying again may help. */
function refusalOf(error: unknown, event: string): { error: string; retryAfter?: number | undefined } {
  if (error instanceof AppError) return { error: error.message, retryAfter: error.extra.retryAfter };
  if (isTransient(error)) {
    log().warn({ err: error, event }, "the database is unavailable");
    const { message, extra } = unavailable();
    return { error: message, retryAfter: extra.retryAfter };
  }
  log().error({ err: error, event }, "socket event failed");
  return { error: errorText.requestFailed };
}

/** Every event is a request: parsed, taken in its turn, checked, acknowledged; a refusal is a sentence. */
function on<T extends z.ZodType>(
  socket: Live,
  event: string,
  schema: T,
  handle: (input: z.output<T>) => Promise<void>,
): void {
  socket.on(
    event as never,
    ((input: unknown, ack: Ack) => {
      const answer = typeof ack === "function" ? ack : () => {};
      const parsed = schema.safeParse(input);
      if (!parsed.success) return answer({ error: "This message is not valid." });
      void withLogContext({ requestId: newRequestId() }, () =>
        inTurn(socket.data.turns, () => handle(parsed.data)).then(
          () => answer({ ok: true }),
          (error: unknown) => answer(refusalOf(error, event)),
        ),
      );
    }) as never,
  );
}

async function member(socket: Live, slug: string) {
  if (isVisitorToken(socket.data.token)) throw notFound("This team");
  const { db } = await openDatabase();
  const caller = await principal(socket);
  const found = caller && (await membershipFor(db, caller, slug));
  if (!caller || !found?.row) {
    if (!caller) socket.disconnect(true);
    throw notFound("This team");
  }
  return { db, caller, found };
}

type Shown = (event: SessionEvent) => SessionEvent | null;

/** Throws for a session that is not the reader's to follow. Answers how they see its events. */
async function checkSession(socket: Live, sessionId: string): Promise<Shown> {
  if (isVisitorToken(socket.data.token)) {
    const { app } = await visitorIn(socket.data.token, sessionId);
    return (event) => visitorEvent(event, app.name);
  }
  const { db } = await openDatabase();
  const [row] = await db.select({ teamId: sessions.teamId }).from(sessions).where(eq(sessions.id, sessionId));
  if (!row) throw notFound("This session");
  const { caller, found } = await member(socket, row.teamId).catch((error: unknown) => {
    throw error instanceof AppError ? notFound("This session") : error;
  });
  await sessionOf(
    db,
    { teamId: row.teamId, accountId: caller.account.id, permissions: createChecker(found.bits) },
    sessionId,
  );
  return (event) => event;
}
