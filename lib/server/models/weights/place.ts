import { statSync } from "node:fs";
import { join } from "node:path";
import { type FastembedModel, fastembedFiles } from "@/lib/constants/fastembed";

/** So long nobody has said that they are at work: whoever began is gone. */
const abandonedMs = 30_000;

export const placeOf = (folder: string, name: string): string => join(/* turbopackIgnore: true */ folder, name);

/** Where FastEmbed looks for the model's files. */
export const weightsFolder = (modelsDir: string, model: FastembedModel): string => placeOf(modelsDir, model);

/** Where they are while they come; whoever has made it downloads them. */
export const partFolder = (modelsDir: string, model: FastembedModel): string => placeOf(modelsDir, `.${model}.part`);

/** A time in the future is of a clock that was set back since: it says nothing of who is at work. */
export const isAbandoned = (mtimeMs: number): boolean => Math.abs(Date.now() - mtimeMs) > abandonedMs;

const factsOf = (path: string) => statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });

/** Some process, this one or another, is at work on the model's weights. */
export function isComing(modelsDir: string, model: FastembedModel): boolean {
  const since = factsOf(partFolder(modelsDir, model))?.mtimeMs;
  return since !== undefined && !isAbandoned(since);
}

export const missingFiles = (model: FastembedModel, folder: string): string[] =>
  fastembedFiles(model).filter((file) => !factsOf(placeOf(folder, file))?.size);

/** Which files go where; the second half of a sentence. */
export function putByHand(model: FastembedModel, modelsDir: string): string {
  const folder = weightsFolder(modelsDir, model);
  return `put ${missingFiles(model, folder).join(", ")} into ${folder}.`;
}
