/** Rooms of Socket.IO beside the teams', which are named by their slug. */
/** Everything of an account, its API keys too: what is cut with it. */
export const accountRoom = (accountId: string): string => `account:${accountId}`;
/** Of the account's own pages: what is said to one person, which its API keys do not hear. */
export const personRoom = (accountId: string): string => `person:${accountId}`;
export const tokenRoom = (tokenId: string): string => `token:${tokenId}`;
