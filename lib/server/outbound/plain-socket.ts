import { Socket } from "node:net";

/** For a client that is given its socket (PostgreSQL's): it dials what `resolveAndPin` gave, and counts what it reads. */
export const plainSocket = (): Socket => new Socket();
