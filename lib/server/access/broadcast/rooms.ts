/** Socket.IO rooms other than those of teams, which are named by slug. */
/** All connections of an account, including its API keys. */
export const accountRoom = (accountId: string): string => `account:${accountId}`;
/** The account's own pages, for personal messages, without its API keys. */
export const personRoom = (accountId: string): string => `person:${accountId}`;
/** One session, API key or visitor. */
export const tokenRoom = (tokenId: string): string => `token:${tokenId}`;
/** All streams of a publication, and of all publications of an app. */
export const publicationRoom = (publicationId: string): string => `publication:${publicationId}`;
export const publishedAppRoom = (appId: string): string => `published-app:${appId}`;
/** Visitors of a link, an app or a team: they are never in the team's own room. */
export const linkRoom = (shareId: string): string => `link:${shareId}`;
export const appVisitorsRoom = (appId: string): string => `app-visitors:${appId}`;
export const teamVisitorsRoom = (teamId: string): string => `team-visitors:${teamId}`;
