import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type FastembedModel, fastembedFiles } from "@/lib/constants/fastembed";
import { readFileSystemTime } from "../../../platform/disk/file-clock";
import { isErrno } from "../../../platform/errors/errno";

/** A download without a heartbeat for this long was abandoned. */
const abandonedMs = 30_000;

export const placeOf = (folder: string, name: string): string => join(/* turbopackIgnore: true */ folder, name);

/** The folder where FastEmbed expects the model's files. */
export const weightsFolder = (modelsDir: string, model: FastembedModel): string => placeOf(modelsDir, model);

/** The folder of an unfinished download; the process that created it is downloading. */
export const partFolder = (modelsDir: string, model: FastembedModel): string => placeOf(modelsDir, `.${model}.part`);

const factsOf = (path: string) => statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });

type PartState = "none" | "in use" | "abandoned";

/** Whether any process is downloading the model's weights. Throws when the folder is not writable. */
export async function partState(modelsDir: string, model: FastembedModel): Promise<PartState> {
  try {
    const { mtimeMs } = await stat(/* turbopackIgnore: true */ partFolder(modelsDir, model));
    // A future time comes from a clock that was set back: it says nothing about the download.
    const apartMs = Math.abs((await readFileSystemTime(modelsDir)) - mtimeMs);
    return apartMs > abandonedMs ? "abandoned" : "in use";
  } catch (error) {
    if (isErrno(error, "ENOENT")) return "none";
    throw error;
  }
}

/** Nothing can be downloading when the folder is not writable. */
export const isComing = (modelsDir: string, model: FastembedModel): Promise<boolean> =>
  partState(modelsDir, model).then(
    (state) => state === "in use",
    () => false,
  );

export const missingFiles = (model: FastembedModel, folder: string): string[] =>
  fastembedFiles(model).filter((file) => !factsOf(placeOf(folder, file))?.size);

/** Instructions for a manual installation, as the second half of a sentence. */
export function putByHand(model: FastembedModel, modelsDir: string): string {
  const folder = weightsFolder(modelsDir, model);
  return `put ${missingFiles(model, folder).join(", ")} into ${folder}.`;
}
