import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type FastembedModel, fastembedFiles } from "@/lib/constants/fastembed";
import { isErrno } from "../../db/errno";
import { fileSystemNow } from "../../storage/file-clock";

/** So long nobody has said that they are at work: whoever began is gone. */
const abandonedMs = 30_000;

export const placeOf = (folder: string, name: string): string => join(/* turbopackIgnore: true */ folder, name);

/** Where FastEmbed looks for the model's files. */
export const weightsFolder = (modelsDir: string, model: FastembedModel): string => placeOf(modelsDir, model);

/** Where they are while they come; whoever has made it downloads them. */
export const partFolder = (modelsDir: string, model: FastembedModel): string => placeOf(modelsDir, `.${model}.part`);

const factsOf = (path: string) => statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });

export type PartState = "none" | "in use" | "abandoned";

/** Whether some process, this one or another, is at work on the model's weights. Throws where no file can be made. */
export async function partState(modelsDir: string, model: FastembedModel): Promise<PartState> {
  try {
    const { mtimeMs } = await stat(/* turbopackIgnore: true */ partFolder(modelsDir, model));
    // A time in the future is of a clock that was set back since: it says nothing of who is at work.
    const apartMs = Math.abs((await fileSystemNow(modelsDir)) - mtimeMs);
    return apartMs > abandonedMs ? "abandoned" : "in use";
  } catch (error) {
    if (isErrno(error, "ENOENT")) return "none";
    throw error;
  }
}

/** Where no file can be made nobody downloads either. */
export const isComing = (modelsDir: string, model: FastembedModel): Promise<boolean> =>
  partState(modelsDir, model).then(
    (state) => state === "in use",
    () => false,
  );

export const missingFiles = (model: FastembedModel, folder: string): string[] =>
  fastembedFiles(model).filter((file) => !factsOf(placeOf(folder, file))?.size);

/** Which files go where; the second half of a sentence. */
export function putByHand(model: FastembedModel, modelsDir: string): string {
  const folder = weightsFolder(modelsDir, model);
  return `put ${missingFiles(model, folder).join(", ")} into ${folder}.`;
}
