/** Rooms of Socket.IO beside the teams', which are named by their slug. */
/** Everything of an account, its API keys too: what is cut with it. */
export const accountRoom = (accountId: string): string => `account:${accountId}`;
/** Of the account's own pages: what is said to one person, which its API keys do not hear. */
export const personRoom = (accountId: string): string => `person:${accountId}`;
/** Of one session, API key or visitor. */
export const tokenRoom = (tokenId: string): string => `token:${tokenId}`;
/** Visitors of one link, of an app's links and of a team's: they are in no room of the team's own. */
export const linkRoom = (shareId: string): string => `link:${shareId}`;
export const appVisitorsRoom = (appId: string): string => `app-visitors:${appId}`;
export const teamVisitorsRoom = (teamId: string): string => `team-visitors:${teamId}`;
