import type { Server } from "socket.io";
import { accountConnectionsMost, linkConnectionsMost, visitorConnectionsMost } from "@/lib/constants/limits";
import type { Visitor } from "../auth/visitor";
import { AppError } from "../http/errors";
import { provided } from "../registry";
import { streamsOf } from "./open-streams";
import { accountRoom, linkRoom, tokenRoom } from "./rooms";

/** Sockets and event streams of a room that are open on this process. */
const openIn = (room: string): number =>
  (provided<Server>("io")?.of("/").adapter.rooms.get(room)?.size ?? 0) + streamsOf(room);

const retryAfter = 30;

/**
 * Throws 429 while an account has as many live connections as it may, by all its sessions, API keys and visits together.
 * Whoever is let in must be in the account's room before anything else is waited for.
 */
export function requireConnection(accountId: string): void {
  if (openIn(accountRoom(accountId)) < accountConnectionsMost) return;
  const sentence = `Your account has ${accountConnectionsMost} live connections open, which is the maximum. Close some pages or event streams.`;
  throw new AppError("rate_limited", sentence, { retryAfter });
}

/** The same for a link, one of its visitors, and their account where they have one. */
export function requireVisitorConnection({ link, visitor, account }: Visitor): void {
  if (account) requireConnection(account.id);
  if (openIn(linkRoom(link.id)) < linkConnectionsMost && openIn(tokenRoom(visitor.id)) < visitorConnectionsMost) return;
  throw new AppError("rate_limited", "Too many connections are open here. Close some pages.", { retryAfter });
}
