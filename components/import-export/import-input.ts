import type { PartAction } from "@/lib/contract/transfers/schemas";

/** What is imported: files, or a text that was pasted. */
export type ImportInput = { text: string } | { files: File[] };

export interface ImportChoices {
  choices: Record<string, PartAction>;
  mapping: Record<string, string>;
  schedule: boolean;
}

type Sent = ImportChoices & { fingerprint: string };

/** The body of a call: files are sent as a form, whose choices are JSON. */
export function toImportBody<T extends ImportChoices & Partial<Sent>>(input: ImportInput, chosen: T) {
  if ("text" in input) return { body: { text: input.text, ...chosen } };
  const formData = new FormData();
  for (const [name, value] of Object.entries(chosen))
    formData.set(name, typeof value === "string" ? value : JSON.stringify(value));
  for (const file of input.files) formData.append("files", file);
  return { formData };
}
