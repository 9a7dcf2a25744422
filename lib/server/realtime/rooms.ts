/** Rooms of Socket.IO beside the teams', which are named by their slug. */
export const accountRoom = (accountId: string): string => `account:${accountId}`;
export const tokenRoom = (tokenId: string): string => `token:${tokenId}`;
