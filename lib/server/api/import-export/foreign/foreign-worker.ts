import { createHash } from "node:crypto";
import { readForeignFiles } from "./recognize.ts";
import { type ForeignFile, type ForeignJob, ForeignProblem, type ForeignReply } from "./shared/foreign.ts";
import { readUploads } from "./shared/read-uploads.ts";

const toHash = (files: readonly ForeignFile[]): string =>
  createHash("sha256").update(JSON.stringify(files)).digest("base64url");

async function reply(job: ForeignJob): Promise<ForeignReply> {
  try {
    const files = await readUploads(job);
    const found = readForeignFiles(files);
    return "problem" in found ? found : { ...found, hash: toHash(files) };
  } catch (error) {
    if (error instanceof ForeignProblem) return { problem: error.message };
    return { problem: "The file can't be read. Its structure isn't what its system exports." };
  }
}

process.on("message", async (job: ForeignJob) => {
  process.send?.(await reply(job), (error: Error | null) => {
    if (error) process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
