import { broadcast } from "./broadcast";
import {
  accountRoom,
  appVisitorsRoom,
  linkRoom,
  publicationRoom,
  publishedAppRoom,
  teamVisitorsRoom,
  tokenRoom,
} from "./rooms";

/** Disconnects an account on every process, except one session token. */
export function disconnectAccount(accountId: string, exceptTokenId?: string): Promise<void> {
  const except = exceptTokenId ? tokenRoom(exceptTokenId) : undefined;
  return broadcast({ kind: "cut", room: accountRoom(accountId), except });
}

/** Disconnects several accounts on every process. */
export const disconnectAccounts = (accountIds: readonly string[]): Promise<void> =>
  broadcast({ kind: "cut", room: accountIds.map(accountRoom) });

/** Disconnects one session token. */
export function disconnectToken(tokenId: string): Promise<void> {
  return broadcast({ kind: "cut", room: tokenRoom(tokenId) });
}

/** Disconnects all members of a deleted team, and its apps' visitors. */
export async function disconnectRoom(teamId: string): Promise<void> {
  await broadcast({ kind: "cut", room: teamId });
  await broadcast({ kind: "cut", room: teamVisitorsRoom(teamId) });
}

/** Disconnects a share link's visitors; those who still have access reconnect. */
export const disconnectLink = (shareId: string): Promise<void> => broadcast({ kind: "cut", room: linkRoom(shareId) });

/** Ends the open streams of a publication, on every process. */
export const disconnectPublication = (publicationId: string): Promise<void> =>
  broadcast({ kind: "cut", room: publicationRoom(publicationId) });

/** The same for all publications of an app. */
export const disconnectPublications = (appId: string): Promise<void> =>
  broadcast({ kind: "cut", room: publishedAppRoom(appId) });

/** Disconnects all visitors of an app, for all its links. */
export const disconnectVisitors = (appId: string): Promise<void> =>
  broadcast({ kind: "cut", room: appVisitorsRoom(appId) });
