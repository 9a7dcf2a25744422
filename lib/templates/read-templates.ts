import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type TemplateId, templateIds } from "@/lib/constants/templates";
import { type TransferFile, transferFile } from "@/lib/contract/transfers/file";

export interface Template {
  id: TemplateId;
  file: TransferFile;
}

const folder = join(process.cwd(), "public/templates");
let templates: Template[] | undefined;

/** The templates in the order of the gallery, read once. For pages, on the server. */
export function readTemplates(): Template[] {
  templates ??= templateIds.map((id) => ({
    id,
    file: transferFile.parse(parse(readFileSync(join(folder, `${id}.yaml`), "utf8"))),
  }));
  return templates;
}
