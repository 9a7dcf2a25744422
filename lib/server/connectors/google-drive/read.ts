import { stateOf } from "../answer";
import { causeOf } from "../failure";
import { ServiceError } from "../service-error";
import type { ConnectorContext, Message, StreamChoice } from "../types";
import { readDriveChanges, tellDriveKeys } from "./changes";
import { type Drive, openDrive } from "./client";
import { tellFile } from "./files";
import { listFiles, listState } from "./list";
import type { DriveSettings } from "./settings";
import { type DriveListState, type DriveState, driveState } from "./state";

async function fromTheStart(drive: Drive, { folder }: DriveSettings, chosen: string): Promise<DriveListState> {
  const token = await drive.startToken();
  // An alias such as `root` is no parent that files name.
  return listState(token, chosen, folder === undefined ? undefined : (await drive.folder(folder)).id);
}

async function* readList(
  drive: Drive,
  begun: DriveListState,
  continued: boolean,
  { mode }: StreamChoice,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  let { folders } = begun;
  for await (const page of listFiles(drive, begun)) {
    for (const file of page.files) yield* tellFile(drive, file, ctx);
    folders = page.folders;
    if (page.next) yield { type: "state", state: page.next satisfies DriveState };
  }
  const { token, chosen, top } = begun;
  if (continued) yield* tellDriveKeys(drive, top);
  const followed: DriveState = { phase: "changes", token, chosen, top, folders, trashed: [] };
  yield { type: "state", state: mode === "incremental" ? followed : null };
  yield { type: "end", complete: true };
}

/** A token of changes that Google no longer takes: everything is listed again. */
const isOldToken = (error: unknown): boolean => {
  const status = causeOf(error, ServiceError)?.status;
  return status === 400 || status === 404 || status === 410;
};

export async function* readDrive(
  settings: DriveSettings,
  stream: StreamChoice,
  given: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const drive = await openDrive(settings, ctx);
  const chosen = `${settings.sharedDrive ?? "my"}/${settings.folder ?? "all"}`;
  const kept = stateOf(driveState, given);
  const state = kept?.chosen === chosen ? kept : undefined;
  if (state?.phase === "changes" && stream.mode === "incremental") {
    const first = await drive.changes(state.token).catch((error: unknown) => {
      if (isOldToken(error)) return undefined;
      throw error;
    });
    if (first) {
      yield* readDriveChanges(drive, state, first, ctx);
      return;
    }
    ctx.log.info("Google Drive no longer knows the token of its changes: all files are listed again.");
  }
  const continued = state?.phase === "list";
  const begun = continued ? state : await fromTheStart(drive, settings, chosen);
  yield* readList(drive, begun, continued, stream, ctx);
}
