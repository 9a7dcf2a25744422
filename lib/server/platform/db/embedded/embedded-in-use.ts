import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { folderState } from "./embedded-leftovers";
import { type EmbeddedSocket, openSocket } from "./embedded-socket";

const findServer = (dataDir: string): string | undefined => {
  const pointer = join(/* turbopackIgnore: true */ dataDir, "postgres");
  if (!existsSync(pointer)) return undefined;
  const data = realpathSync(pointer);
  return folderState(data).kind === "live" ? data : undefined;
};

/** Whether a server is running on this data folder, which means that some process uses it. */
export const isInUse = (dataDir: string): boolean => findServer(dataDir) !== undefined;

/** The connection of the server that is running on this data folder, if any. The server may stop at any time. */
export async function findRunningServer(dataDir: string): Promise<EmbeddedSocket | undefined> {
  const data = findServer(dataDir);
  return data === undefined ? undefined : openSocket(data);
}
