import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type FastembedModel, listFastembedFiles } from "@/lib/constants/fastembed";
import { readFileSystemTime } from "../../../platform/disk/file-clock";
import { isErrno } from "../../../platform/errors/errno";

/** A download without a heartbeat for this long was abandoned. */
const abandonedMs = 30_000;

export const joinPath = (folder: string, name: string): string => join(/* turbopackIgnore: true */ folder, name);

/** The folder where FastEmbed expects the model's files. */
export const toWeightsFolder = (modelsDir: string, model: FastembedModel): string => joinPath(modelsDir, model);

/** The folder of an unfinished download; the process that created it is downloading. */
export const toPartFolder = (modelsDir: string, model: FastembedModel): string => joinPath(modelsDir, `.${model}.part`);

const statFile = (path: string) => statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });

type PartState = "none" | "in use" | "abandoned";

/** Whether any process is downloading the model's weights. Throws when the folder is not writable. */
export async function readPartState(modelsDir: string, model: FastembedModel): Promise<PartState> {
  try {
    const { mtimeMs } = await stat(/* turbopackIgnore: true */ toPartFolder(modelsDir, model));
    // A future time comes from a clock that was set back: it says nothing about the download.
    const ageMs = Math.abs((await readFileSystemTime(modelsDir)) - mtimeMs);
    return ageMs > abandonedMs ? "abandoned" : "in use";
  } catch (error) {
    if (isErrno(error, "ENOENT")) return "none";
    throw error;
  }
}

/** Nothing can be downloading when the folder is not writable. */
export const isDownloading = (modelsDir: string, model: FastembedModel): Promise<boolean> =>
  readPartState(modelsDir, model).then(
    (state) => state === "in use",
    () => false,
  );

export const listMissingFiles = (model: FastembedModel, folder: string): string[] =>
  listFastembedFiles(model).filter((file) => !statFile(joinPath(folder, file))?.size);

/** Instructions for a manual installation, as the second half of a sentence. */
export function describeManualInstall(model: FastembedModel, modelsDir: string): string {
  const folder = toWeightsFolder(modelsDir, model);
  return `put ${new Intl.ListFormat("en").format(listMissingFiles(model, folder))} into ${folder}.`;
}
