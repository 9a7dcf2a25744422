import type { Server } from "socket.io";
import { maxAccountConnections, maxLinkConnections, maxVisitorConnections } from "@/lib/constants/limits";
import type { Visitor } from "../../access/auth/visitor";
import { countStreams } from "../../access/broadcast/open-streams";
import { accountRoom, linkRoom, tokenRoom } from "../../access/broadcast/rooms";
import { AppError } from "../../platform/errors/errors";
import { getProvided } from "../../platform/process/registry";

/** Open sockets and event streams of a room in this process. */
const countOpen = (room: string): number =>
  (getProvided<Server>("io")?.of("/").adapter.rooms.get(room)?.size ?? 0) + countStreams(room);

const retryAfter = 30;

/**
 * Throws 429 when an account has too many live connections across its sessions, API keys and visits. A new connection must join
 * the account's room before anything is awaited.
 */
export function requireConnection(accountId: string): void {
  if (countOpen(accountRoom(accountId)) < maxAccountConnections) return;
  const sentence = `Your account has ${maxAccountConnections} live connections open, which is the maximum. Close some pages or event streams.`;
  throw new AppError("rate_limited", sentence, { retryAfter });
}

/** The same for a link, one of its visitors, and their account if any. */
export function requireVisitorConnection({ link, visitor, account }: Visitor): void {
  if (account) requireConnection(account.id);
  if (countOpen(linkRoom(link.id)) < maxLinkConnections && countOpen(tokenRoom(visitor.id)) < maxVisitorConnections)
    return;
  throw new AppError("rate_limited", "Too many connections are open. Close some pages.", { retryAfter });
}
