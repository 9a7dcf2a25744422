import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../transfers";

/** The text of a file, with what JSON adds to it. */
const fileBytes = 5 * 1024 * 1024;
/** A choice or two for each part. */
const choices = 5_000;

export const transfers = defineCalls<typeof shapes>()("transfers", {
  export: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.yaml",
    access: "team",
    summary: "An app with all that it uses as a YAML file without secrets",
    raw: true,
  },
  preview: {
    method: "POST",
    path: "/:resourceSlug/forms/import/preview",
    access: "team",
    permission: Permission.CREATE_APP,
    maxBytes: fileBytes,
    maxKeys: choices,
    waits: true,
    summary: "What an import of an app's file would change",
  },
  import: {
    method: "POST",
    path: "/:resourceSlug/forms/import",
    access: "team",
    permission: Permission.CREATE_APP,
    idempotent: true,
    maxBytes: fileBytes,
    maxKeys: choices,
    waits: true,
    summary: "Import an app from its file",
  },
});
