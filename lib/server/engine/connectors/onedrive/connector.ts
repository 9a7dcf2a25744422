import { defineConnector } from "../shared/define-connector";
import { pickFields } from "../shared/pick-fields";
import type { DiscoveredStream } from "../shared/types";
import { readAgain, readTree } from "../tree/read";
import { openOnedrive } from "./client";
import { onedriveFailure } from "./failure";
import { onedriveSettings } from "./settings";
import { onedriveTree } from "./tree";

const files: DiscoveredStream = {
  name: "files",
  title: "Files",
  fields: [
    { name: "id", type: "id" },
    { name: "name", type: "text" },
    { name: "mimeType", type: "text" },
    { name: "size", type: "number" },
    { name: "createdDateTime", type: "time" },
    { name: "lastModifiedDateTime", type: "time" },
    { name: "createdBy", type: "text" },
  ],
  primaryKeys: ["id"],
  // Microsoft keeps a change log.
  cursorFields: [],
  modes: ["full", "incremental"],
};

export const onedrive = defineConnector({
  id: "onedrive",
  settings: onedriveSettings,
  async check(settings, ctx) {
    const opened = await openOnedrive(settings, ctx);
    if (settings.folder !== undefined) await opened.folderId(settings.folder);
  },
  async discover(settings, ctx) {
    await openOnedrive(settings, ctx);
    return [files];
  },
  async *read(settings, stream, given, ctx) {
    const opened = await openOnedrive(settings, ctx);
    const { folder, drive, authentication } = settings;
    const owner = drive ?? (authentication.type === "app" ? authentication.user : "me");
    const chosen = `${owner}/${folder ?? ""}`;
    const topOf = async () => (folder === undefined ? undefined : opened.folderId(folder));
    yield* pickFields(readTree(onedriveTree(opened, ctx), { mode: stream.mode, given, chosen, topOf }, ctx), stream);
  },
  async *again(settings, stream, keys, ctx) {
    yield* pickFields(readAgain(onedriveTree(await openOnedrive(settings, ctx), ctx), keys), stream);
  },
  failureOf: onedriveFailure,
});
