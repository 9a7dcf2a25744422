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

const held = new Set<string>();
let timer: NodeJS.Timeout | undefined;

/** Processes on other machines recognize a folder in use by its modification time. */
function renew(): void {
  for (const path of held) void touchFolder(path).catch(() => undefined);
}

function hold(path: string): void {
  held.add(path);
  timer ??= setInterval(renew, renewMs).unref();
}

function release(path: string): void {
  held.delete(path);
  if (held.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Creates a temporary folder. Its name contains the process's mark, so that `removeLeftovers` can remove it after a crash. */
export async function makeWorkFolder(parent: string, prefix: string): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = await mkdtemp(join(/* turbopackIgnore: true */ parent, `${prefix}${processMark}-`));
  hold(path);
  return {
    path,
    remove: async () => {
      release(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** The server's folder for temporary files. */
export const temporaryRoot = (): string => join(/* turbopackIgnore: true */ env().DATA_DIR, "tmp");

export const makeTemporaryFolder = (prefix: string): Promise<WorkFolder> => makeWorkFolder(temporaryRoot(), prefix);
