import { join } from "node:path";
import { formatBytes } from "@/lib/utils/text/bytes";
import { readVolume } from "../../../../platform/disk/disk";
import { type Check, type Finding, ok, problem } from "./finding";

const megabyte = 1_048_576;

export const diskCheck: Check = {
  name: "Disk",
  remedy: "Make the folders readable for the user that Muster runs as.",
  async run({ env: { DATA_DIR, UPLOADS_DIR, DATABASE_URL, STORAGE_URL, DISK_RESERVE_MB } }) {
    const folders: [string, string][] = [["DATA_DIR", DATA_DIR]];
    if (!DATABASE_URL) folders.push(["the embedded database", join(DATA_DIR, "postgres")]);
    if (!STORAGE_URL) folders.push(["UPLOADS_DIR", UPLOADS_DIR]);
    return Promise.all(
      folders.map(async ([name, folder]): Promise<Finding> => {
        const { free, files, filesFree } = await readVolume(folder);
        const found = `${formatBytes(free)} is free for ${name}, and ${DISK_RESERVE_MB} MB is reserved.`;
        const remedy = "Free space on this volume or enlarge it: below the reserve, Muster rejects writes.";
        if (DISK_RESERVE_MB > 0 && free < DISK_RESERVE_MB * megabyte) return problem(found, remedy);
        if (files > 0 && filesFree === 0)
          return problem(
            `The volume of ${name} can't hold more files.`,
            "Delete files there, or format it with more inodes.",
          );
        return ok(found);
      }),
    );
  },
};
