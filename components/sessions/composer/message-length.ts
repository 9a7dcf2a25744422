/** Characters of one message; the contract refuses more. */
export const maxMessageLength = 65_536;
