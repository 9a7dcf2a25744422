import { open } from "node:fs/promises";
import { join } from "node:path";
import { socketName, socketPort } from "./embedded-leftovers";
import type { EmbeddedConnection } from "./embedded-probe";

/** A socket's path is limited to 107 bytes. */
const maxPathBytes = 103;

export interface EmbeddedSocket {
  connection: EmbeddedConnection;
  /** Ends the use of the connection's path. */
  close(): Promise<void>;
}

/** How to connect to the server of a database folder. A long path is shortened: an open folder has a short one under /proc. */
export async function openSocket(data: string): Promise<EmbeddedSocket> {
  const connectionAt = (host: string) => ({ host, port: socketPort, user: "muster", database: "muster" });
  if (Buffer.byteLength(join(data, socketName)) <= maxPathBytes)
    return { connection: connectionAt(data), close: async () => undefined };
  if (process.platform !== "linux")
    throw new Error(`The path ${data} is too long for a socket. Choose a shorter DATA_DIR.`);
  const folder = await open(data, "r");
  return { connection: connectionAt(`/proc/self/fd/${folder.fd}`), close: () => folder.close() };
}
