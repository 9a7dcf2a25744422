import { toGoogleError } from "../oauth/google-access";
import { defineConnector } from "../shared/define-connector";
import { pickFields } from "../shared/pick-fields";
import type { DiscoveredStream } from "../shared/types";
import { readTree, retryItems } from "../tree/read";
import { createDriveClient } from "./client";
import { driveSettings } from "./settings";
import { createDriveTree } from "./tree";

const files: DiscoveredStream = {
  name: "files",
  title: "Files",
  fields: [
    { name: "id", type: "id" },
    { name: "name", type: "text" },
    { name: "mimeType", type: "text" },
    { name: "size", type: "number" },
    { name: "createdTime", type: "time" },
    { name: "modifiedTime", type: "time" },
    { name: "description", type: "text" },
    { name: "owners", type: "list of emails" },
  ],
  primaryKeys: ["id"],
  // Google keeps a change log.
  cursorFields: [],
  modes: ["full", "incremental"],
};

export const googleDrive = defineConnector({
  id: "google_drive",
  settings: driveSettings,
  async check(settings, ctx) {
    const drive = await createDriveClient(settings, ctx);
    await drive.getUser();
    if (settings.folder !== undefined) await drive.getFile(settings.folder);
    if (settings.sharedDrive !== undefined) await drive.getStartToken();
  },
  async discover(settings, ctx) {
    const drive = await createDriveClient(settings, ctx);
    await drive.getUser();
    return [files];
  },
  async *read(settings, stream, storedState, ctx) {
    const drive = await createDriveClient(settings, ctx);
    const { folder, sharedDrive } = settings;
    const scope = `${sharedDrive ?? "my"}/${folder ?? "all"}`;
    // Files name real ids as parents, never an alias such as `root`.
    const findTop = async () => (folder === undefined ? undefined : (await drive.getFile(folder)).id);
    yield* pickFields(
      readTree(createDriveTree(drive, ctx), { mode: stream.mode, storedState, chosen: scope, findTop }, ctx),
      stream,
    );
  },
  async *retry(settings, stream, keys, ctx) {
    yield* pickFields(retryItems(createDriveTree(await createDriveClient(settings, ctx), ctx), keys), stream);
  },
  convertError: (error) => toGoogleError(error, "Google Drive"),
});
