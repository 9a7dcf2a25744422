import { broadcast } from "./broadcast";
import { accountRoom, tokenRoom } from "./rooms";

/** Ends every live connection of an account on every process, but for those of one session token. */
export function cutAccount(accountId: string, exceptTokenId?: string): Promise<void> {
  const except = exceptTokenId ? tokenRoom(exceptTokenId) : undefined;
  return broadcast({ kind: "cut", room: accountRoom(accountId), except });
}

/** Ends the live connections of one session token. */
export function cutToken(tokenId: string): Promise<void> {
  return broadcast({ kind: "cut", room: tokenRoom(tokenId) });
}

/** Ends the live connections of everybody in a team that is no more. */
export const cutRoom = (teamId: string): Promise<void> => broadcast({ kind: "cut", room: teamId });
