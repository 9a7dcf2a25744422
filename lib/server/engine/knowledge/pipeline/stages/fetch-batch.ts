import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { isCommitUnknown } from "../../../../platform/db/after-commit";
import { datasourceJobs, datasources } from "../../../../platform/db/tables/datasources";
import { hashFile } from "../../../../platform/disk/hash-file";
import { fileStore, newFileKey } from "../../../../platform/storage/file-store";
import { removeFiles } from "../../../../platform/storage/remove-files";
import type { Message, RecordMessage } from "../../../connectors/shared/types";
import { toStorableText, toStorableValue } from "../../../models/providers/shared/storable";
import { guessTitle } from "../../../parsing/shared/record-text";
import { type Fetched, writeFetched } from "../work/documents";
import { markDeleted, markSeen } from "../work/seen-documents";
import { lockDatasource } from "../work/unchanged-since";
import { type Unread, writeUnread } from "../work/unread";
import type { Work } from "../work/work";

const maxRecords = 200;
const maxBytes = 4 * 1024 * 1024;
const maxFieldText = 300;

/** Collects messages, and writes them together with the state that covers them. */
export class FetchBatch {
  private records: Fetched[] = [];
  private seenKeys: string[] = [];
  private unread: Unread[] = [];
  private deletedKeys: string[] = [];
  private bytes = 0;
  /** Keys of all records that could not be read. */
  readonly failed = new Set<string>();

  constructor(
    private readonly work: Work,
    private readonly stream: string,
  ) {}

  async add(message: Message): Promise<void> {
    if (message.type === "record") {
      const fetched = await toFetched(message);
      this.records.push(fetched);
      this.bytes += fetched.fileKey ? 1_000 : fetched.bytes;
    } else if (message.type === "unchanged") this.seenKeys.push(...message.keys);
    else if (message.type === "failed") {
      this.unread.push(toUnread(message));
      this.failed.add(message.key);
    } else if (message.type === "deleted") this.deletedKeys.push(message.key);
    const count = this.records.length + this.seenKeys.length + this.unread.length + this.deletedKeys.length;
    if (message.type === "state") await this.flush({ state: message.state });
    else if (message.type === "end" || count >= maxRecords || this.bytes >= maxBytes) await this.flush();
  }

  /** Deletes downloaded files that were not recorded: the next attempt downloads them again. */
  async discard(): Promise<void> {
    await removeFiles(this.records.flatMap(({ fileKey }) => fileKey ?? []));
  }

  private async flush(stateMessage?: { state: unknown }): Promise<void> {
    const { db, datasource, job, signal } = this.work;
    signal.throwIfAborted();
    const { records, seenKeys, unread, deletedKeys } = this;
    const context = { teamId: datasource.teamId, datasourceId: datasource.id, stream: this.stream, jobId: job.id };
    const writing = db.transaction(async (tx) => {
      await lockDatasource(tx, datasource.id);
      const written =
        records.length > 0 ? await writeFetched(tx, context, records) : { added: 0, changed: 0, files: [] };
      if (seenKeys.length > 0) await markSeen(tx, datasource.id, this.stream, job.id, seenKeys);
      const failed = unread.length > 0 ? await writeUnread(tx, context, unread) : 0;
      const removed = deletedKeys.length > 0 ? await markDeleted(tx, datasource.id, this.stream, deletedKeys) : 0;
      await tx
        .update(datasourceJobs)
        .set({
          records: sql`${datasourceJobs.records} + ${records.length + seenKeys.length + unread.length}`,
          added: sql`${datasourceJobs.added} + ${written.added + failed}`,
          changed: sql`${datasourceJobs.changed} + ${written.changed}`,
          removed: sql`${datasourceJobs.removed} + ${removed}`,
        })
        .where(eq(datasourceJobs.id, job.id));
      if (stateMessage) {
        datasource.streamState = { ...datasource.streamState, [this.stream]: stateMessage.state };
        await tx
          .update(datasources)
          .set({ streamState: datasource.streamState })
          .where(eq(datasources.id, datasource.id));
      }
      return written.files;
    });
    const files = await writing.catch((error: unknown) => {
      // Rows may refer to these files: none of them may be discarded.
      if (isCommitUnknown(error)) this.records = [];
      throw error;
    });
    await removeFiles(files);
    this.records = [];
    this.seenKeys = [];
    this.unread = [];
    this.deletedKeys = [];
    this.bytes = 0;
  }
}

const toUnread = ({ key, title, uri, error }: Extract<Message, { type: "failed" }>): Unread => ({
  key: toStorableText(key),
  title: toStorableText(title ?? key),
  uri: uri && toStorableText(uri),
  reason: toStorableText(error.message),
  retryable: error.retryable,
  retryAfterMs: error.retryAfterMs,
});

const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");

/** Sources may report any date; PostgreSQL does not accept all that JavaScript formats. */
const toStorableDate = (at: Date | undefined): Date | null =>
  at && at.getTime() >= earliest && at.getTime() <= latest ? at : null;

async function toFetched({ key, title, uri, updatedAt, data, file, text }: RecordMessage): Promise<Fetched> {
  const fields = toStorableValue(toFields(data ?? {})) as Fetched["fields"];
  const name = toStorableText(title ?? (data && guessTitle(data)) ?? key);
  const identity = { key: toStorableText(key), uri: uri && toStorableText(uri) };
  const common = { ...identity, title: name, sourceDate: toStorableDate(updatedAt), fields };
  if (file) {
    const [contentHash, { size }] = await Promise.all([hashFile(file.path, "base64url"), stat(file.path)]);
    const fileKey = newFileKey("documents");
    await fileStore().putFile(fileKey, file.path);
    return { ...common, fileKey, filename: file.filename, contentHash, bytes: size };
  }
  const content = toStorableValue(text === undefined ? { data } : { text });
  const json = JSON.stringify([content, common.title]);
  const contentHash = createHash("sha256").update(json).digest("base64url");
  return { ...common, content, contentHash, bytes: Buffer.byteLength(json) };
}

/** Scalar values, for filters. */
function toFields(data: Record<string, unknown>): Fetched["fields"] {
  const scalars = Object.entries(data).filter(
    (entry): entry is [string, string | number | boolean] =>
      ["number", "boolean"].includes(typeof entry[1]) ||
      (typeof entry[1] === "string" && entry[1].length <= maxFieldText),
  );
  return Object.fromEntries(scalars);
}
