import { broadcast } from "./broadcast";
import { accountRoom, appVisitorsRoom, linkRoom, teamVisitorsRoom, tokenRoom } from "./rooms";

/** Ends every live connection of an account on every process, but for those of one session token. */
export function cutAccount(accountId: string, exceptTokenId?: string): Promise<void> {
  const except = exceptTokenId ? tokenRoom(exceptTokenId) : undefined;
  return broadcast({ kind: "cut", room: accountRoom(accountId), except });
}

/** Ends the live connections of one session token. */
export function cutToken(tokenId: string): Promise<void> {
  return broadcast({ kind: "cut", room: tokenRoom(tokenId) });
}

/** Ends the live connections of everybody in a team that is no more, and of its apps' visitors. */
export async function cutRoom(teamId: string): Promise<void> {
  await broadcast({ kind: "cut", room: teamId });
  await broadcast({ kind: "cut", room: teamVisitorsRoom(teamId) });
}

/** Ends the live connections of a share link's visitors: who may still come is back at once. */
export const cutLink = (shareId: string): Promise<void> => broadcast({ kind: "cut", room: linkRoom(shareId) });

/** Ends the live connections of all visitors of an app, whichever link they came by. */
export const cutVisitors = (appId: string): Promise<void> => broadcast({ kind: "cut", room: appVisitorsRoom(appId) });
