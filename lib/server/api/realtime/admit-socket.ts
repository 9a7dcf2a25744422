import type { Socket } from "socket.io";
import type { ReaderEvent, SessionEvent } from "@/lib/contract/session-events/events";
import { findPrincipal, type Principal, sessionCookie } from "../../access/auth/principal";
import { findVisitorByToken, isVisitorToken, visitorExpires } from "../../access/auth/visitor";
import { accountRoom, personRoom, tokenRoom } from "../../access/broadcast/rooms";
import { openDatabase } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { isOwnOrigin } from "../../platform/http/front/origin";
import { onExpiry } from "../../resources/sessions/on-expiry";
import { requireConnection, requireVisitorConnection } from "../../resources/sessions/open-connections";
import { visitorRooms } from "../../resources/sessions/visitors";
import { type CallQueue, createCallQueue } from "./serialize";

export type Shown = (event: SessionEvent) => ReaderEvent | null;

export interface SocketData {
  token: string;
  byCookie: boolean;
  /** The watching account; null for visitors. */
  accountId: string | null;
  /** Followed sessions by id: how the socket sees their events, and how to unsubscribe. */
  following: Map<string, { shown: Shown; stop: () => void }>;
  turns: CallQueue;
}
export type Emitted = Record<string, (...args: unknown[]) => void>;
export type Live = Socket<Record<string, never>, Emitted, Record<string, never>, SocketData>;

export async function principal({ data }: Live): Promise<Principal | null> {
  const { db } = await openDatabase();
  return findPrincipal(db, data.token, data.byCookie);
}

/** Accepts a token in the handshake, or the cookie of a same-origin page. */
export async function admit(socket: Live): Promise<void> {
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
    turns: createCallQueue(),
  };
  if (isVisitorToken(socket.data.token)) return admitVisitor(socket);
  const caller = await principal(socket);
  if (!caller) throw new AppError("unauthorized", "Sign in to go on.");
  socket.data.accountId = caller.account.id;
  requireConnection(caller.account.id);
  const own = caller.kind === "key" ? [] : [personRoom(caller.account.id)];
  await socket.join([accountRoom(caller.account.id), tokenRoom(caller.tokenId), ...own]);
  if (caller.expires) disconnectOnExpiry(socket, caller.expires);
}

/** A visitor gets only their own sessions: no room of the team, account or person. */
async function admitVisitor(socket: Live): Promise<void> {
  const { db } = await openDatabase();
  const visitor = await findVisitorByToken(db, socket.data.token);
  if (!visitor) throw new AppError("unauthorized", "This link is not available.");
  requireVisitorConnection(visitor);
  await socket.join(visitorRooms(visitor));
  disconnectOnExpiry(socket, visitorExpires(visitor));
}

/** Repeats the checks, because a disconnect during the handshake missed the socket. */
export async function checkAgain(socket: Live): Promise<void> {
  const { token } = socket.data;
  const still = isVisitorToken(token)
    ? openDatabase().then(({ db }) => findVisitorByToken(db, token))
    : principal(socket);
  if (!(await still.catch(() => null))) socket.disconnect(true);
}

/** Disconnects when the session, key or visit expires. */
function disconnectOnExpiry(socket: Live, expires: Date): void {
  socket.once(
    "disconnect",
    onExpiry(expires, () => socket.disconnect(true)),
  );
}
