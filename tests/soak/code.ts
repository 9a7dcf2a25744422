import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";

export const resultsFolder = "soak-results";

/** What a result depends on; documents and the records of earlier runs are not among it. */
const paths = ["app", "components", "context", "hooks", "lib", "public", "styles", "tests", "package-lock.json"];

const git = (...args: string[]): string => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();

/** The committed code, by its hash. Undefined with changes that are not committed: their results are not kept. */
export const code =
  git("status", "--porcelain", "--", ...paths) === ""
    ? {
        commit: git("rev-parse", "HEAD"),
        hash: createHash("sha256")
          .update(git("ls-tree", "HEAD", "--", ...paths))
          .digest("hex")
          .slice(0, 16),
      }
    : undefined;
