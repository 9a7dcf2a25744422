import type { Server } from "socket.io";
import { provided } from "../registry";

export const accountRoom = (accountId: string): string => `account:${accountId}`;
export const tokenRoom = (tokenId: string): string => `token:${tokenId}`;

const io = () => provided<Server>("io");

/** Ends every live connection of an account, but for those of one session token. */
export async function cutAccount(accountId: string, exceptTokenId?: string): Promise<void> {
  const others = io()?.in(accountRoom(accountId));
  (exceptTokenId ? others?.except(tokenRoom(exceptTokenId)) : others)?.disconnectSockets(true);
}

/** Ends the live connections of one session token. */
export async function cutToken(tokenId: string): Promise<void> {
  io()?.in(tokenRoom(tokenId)).disconnectSockets(true);
}
