import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../env/env";
import { touchFolder } from "./file-clock";
import { processMark } from "./process-mark";

const renewMs = 60_000;

export interface WorkFolder {
  path: string;
  /** With its contents. */
  remove: () => Promise<void>;
}

const tracked = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/** Updates modification times, by which processes on other machines recognize folders in use. */
function renew(): void {
  for (const path of tracked) void touchFolder(path).catch(() => undefined);
}

function trackFolder(path: string): void {
  tracked.add(path);
  timer ??= setInterval(renew, renewMs).unref();
}

function untrackFolder(path: string): void {
  tracked.delete(path);
  if (tracked.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Creates a temporary folder. Its name contains the process's mark, so that `removeLeftovers` can remove it after a crash. */
export async function makeWorkFolder(parent: string, prefix: string): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = await mkdtemp(join(/* turbopackIgnore: true */ parent, `${prefix}${processMark}-`));
  trackFolder(path);
  return {
    path,
    remove: async () => {
      untrackFolder(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** The server's folder for temporary files. */
export const temporaryRoot = (): string => join(/* turbopackIgnore: true */ env().DATA_DIR, "tmp");

export const makeTemporaryFolder = (prefix: string): Promise<WorkFolder> => makeWorkFolder(temporaryRoot(), prefix);
