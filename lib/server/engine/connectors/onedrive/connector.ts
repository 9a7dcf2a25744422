import { defineConnector } from "../shared/define-connector";
import { pickFields } from "../shared/pick-fields";
import type { DiscoveredStream } from "../shared/types";
import { readTree, retryItems } from "../tree/read";
import { createOnedriveClient } from "./client";
import { toOnedriveError } from "./failure";
import { onedriveSettings } from "./settings";
import { createOnedriveTree } from "./tree";

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
    const client = await createOnedriveClient(settings, ctx);
    if (settings.folder !== undefined) await client.folderId(settings.folder);
  },
  async discover(settings, ctx) {
    await createOnedriveClient(settings, ctx);
    return [files];
  },
  async *read(settings, stream, storedState, ctx) {
    const client = await createOnedriveClient(settings, ctx);
    const { folder, drive, authentication } = settings;
    const owner = drive ?? (authentication.type === "app" ? authentication.user : "me");
    const scope = `${owner}/${folder ?? ""}`;
    const findTop = async () => (folder === undefined ? undefined : client.folderId(folder));
    yield* pickFields(
      readTree(createOnedriveTree(client, ctx), { mode: stream.mode, storedState, chosen: scope, findTop }, ctx),
      stream,
    );
  },
  async *retry(settings, stream, keys, ctx) {
    yield* pickFields(retryItems(createOnedriveTree(await createOnedriveClient(settings, ctx), ctx), keys), stream);
  },
  convertError: toOnedriveError,
});
