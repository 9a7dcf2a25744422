import type { Socket } from "socket.io";
import type { ReaderEvent, SessionEvent } from "@/lib/contract/session-events/events";
import { findPrincipal, type Principal, sessionCookie } from "../../access/auth/principal";
import { findVisitorByToken, findVisitorExpiry, isVisitorToken } from "../../access/auth/visitor";
import { accountRoom, personRoom, tokenRoom } from "../../access/broadcast/rooms";
import { openDatabase } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { AppError } from "../../platform/errors/errors";
import { isOwnOrigin } from "../../platform/http/front/origin";
import { retry } from "../../platform/lifecycle/retry";
import { onExpiry } from "../../resources/sessions/on-expiry";
import { requireConnection, requireVisitorConnection } from "../../resources/sessions/open-connections";
import { listVisitorRooms } from "../../resources/sessions/visitors";
import { type CallQueue, createCallQueue } from "./serialize";

export type EventView = (event: SessionEvent) => ReaderEvent | null;

export interface SocketData {
  token: string;
  byCookie: boolean;
  /** The watching account; null for visitors. */
  accountId: string | null;
  /** Followed sessions by id: how the socket sees their events, and how to unsubscribe. */
  following: Map<string, { shown: EventView; stop: () => void }>;
  turns: CallQueue;
}
export type ServerEvents = Record<string, (...args: unknown[]) => void>;
export type LiveSocket = Socket<Record<string, never>, ServerEvents, Record<string, never>, SocketData>;

export async function findSocketPrincipal({ data }: LiveSocket): Promise<Principal | null> {
  const { db } = await openDatabase();
  return findPrincipal(db, data.token, data.byCookie);
}

/** Accepts a token in the handshake, or the cookie of a same-origin page. */
export async function admit(socket: LiveSocket): Promise<void> {
  const { auth, headers } = socket.handshake;
  const given: unknown = auth.token;
  const cookie = new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;\\s]{1,200})`).exec(headers.cookie ?? "")?.[1];
  const byToken = typeof given === "string" && given.length > 0 && given.length <= 200;
  if (!byToken && !(cookie && isOwnOrigin(headers.origin ?? null)))
    throw new AppError("unauthorized", "Sign in to continue.");
  socket.data = {
    token: byToken ? given : (cookie ?? ""),
    byCookie: !byToken,
    accountId: null,
    following: new Map(),
    turns: createCallQueue(),
  };
  if (isVisitorToken(socket.data.token)) return admitVisitor(socket);
  const caller = await findSocketPrincipal(socket);
  if (!caller) throw new AppError("unauthorized", "Sign in to continue.");
  socket.data.accountId = caller.account.id;
  requireConnection(caller.account.id);
  const own = caller.kind === "key" ? [] : [personRoom(caller.account.id)];
  await socket.join([accountRoom(caller.account.id), tokenRoom(caller.tokenId), ...own]);
  if (caller.expires) disconnectOnExpiry(socket, caller.expires);
}

/** A visitor gets only their own sessions: no room of the team, account or person. */
async function admitVisitor(socket: LiveSocket): Promise<void> {
  const { db } = await openDatabase();
  const visitor = await findVisitorByToken(db, socket.data.token);
  if (!visitor) throw new AppError("unauthorized", "This link isn't available.");
  requireVisitorConnection(visitor);
  await socket.join(listVisitorRooms(visitor));
  disconnectOnExpiry(socket, findVisitorExpiry(visitor));
}

const recheckPatienceMs = 60_000;

/**
 * Repeats the checks, because a disconnect request during the handshake does not reach the socket. Retries while the
 * database is unavailable, which is no reason to disconnect: each message is checked anyway.
 */
export async function recheck(socket: LiveSocket): Promise<void> {
  const { token } = socket.data;
  const find = async () =>
    isVisitorToken(token) ? findVisitorByToken((await openDatabase()).db, token) : findSocketPrincipal(socket);
  const isTemporary = (error: unknown) => socket.connected && isTransient(error);
  if (!(await retry(find, { isTemporary, patienceMs: recheckPatienceMs }).catch(() => null))) socket.disconnect(true);
}

/** Disconnects when the session, key or visit expires. */
function disconnectOnExpiry(socket: LiveSocket, expires: Date): void {
  socket.once(
    "disconnect",
    onExpiry(expires, () => socket.disconnect(true)),
  );
}
