import { googleFailure } from "../oauth/google-access";
import { defineConnector } from "../shared/define-connector";
import { pickFields } from "../shared/pick-fields";
import type { DiscoveredStream } from "../shared/types";
import { readAgain, readTree } from "../tree/read";
import { openDrive } from "./client";
import { driveSettings } from "./settings";
import { driveTree } from "./tree";

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
    { name: "owners", type: "list of e-mails" },
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
    const drive = await openDrive(settings, ctx);
    await drive.whoAmI();
    if (settings.folder !== undefined) await drive.item(settings.folder);
    if (settings.sharedDrive !== undefined) await drive.startToken();
  },
  async discover(settings, ctx) {
    const drive = await openDrive(settings, ctx);
    await drive.whoAmI();
    return [files];
  },
  async *read(settings, stream, given, ctx) {
    const drive = await openDrive(settings, ctx);
    const { folder, sharedDrive } = settings;
    const chosen = `${sharedDrive ?? "my"}/${folder ?? "all"}`;
    // Files name real ids as parents, never an alias such as `root`.
    const topOf = async () => (folder === undefined ? undefined : (await drive.item(folder)).id);
    yield* pickFields(readTree(driveTree(drive, ctx), { mode: stream.mode, given, chosen, topOf }, ctx), stream);
  },
  async *again(settings, stream, keys, ctx) {
    yield* pickFields(readAgain(driveTree(await openDrive(settings, ctx), ctx), keys), stream);
  },
  failureOf: (error) => googleFailure(error, "Google Drive"),
});
