/** Characters of one message; the contract refuses more. */
export const messageLengthMost = 65_536;
