/** What a server process sends to the process that started it, when it serves. */
export const readyMessage = "ready";
