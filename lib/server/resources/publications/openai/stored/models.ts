import type { PublicationCaller } from "../../../../access/auth/publication-caller";
import { AppError } from "../../../../platform/errors/errors";

const maxSlug = 40;

const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlug)
    .replace(/^-|-$/g, "");

/** The app's name for people, and its id, which stays the same when the app is renamed. */
export function toModelId({ app }: PublicationCaller): string {
  const slug = toSlug(app.name);
  return slug ? `${slug}-${app.id}` : app.id;
}

export const viewModel = (caller: PublicationCaller) => ({
  id: toModelId(caller),
  object: "model" as const,
  created: Math.floor(caller.app.dateCreated.getTime() / 1_000),
  owned_by: "muster",
});

/** Throws 404 for a model that is not the key's app. No model: that app. */
export function requireModel(caller: PublicationCaller, sent: string | null | undefined): string {
  const { id } = caller.app;
  if (!sent || sent === id || sent.endsWith(`-${id}`)) return sent || toModelId(caller);
  throw new AppError("not_found", "This model doesn't exist, or the key can't use it. List the models to get its ID.", {
    issues: [{ path: "model", message: "This model doesn't exist." }],
    data: { openAiCode: "model_not_found" },
  });
}
