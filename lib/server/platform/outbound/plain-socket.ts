import { Socket } from "node:net";

/** For a client that accepts a socket (PostgreSQL's): it dials the result of `resolveAndPin`, and counts bytes. */
export const plainSocket = (): Socket => new Socket();
