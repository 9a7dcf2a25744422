import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { isCommitUnknown } from "../../../../platform/db/after-commit";
import { datasourceJobs, datasources } from "../../../../platform/db/tables/datasources";
import { fileStore, newFileKey } from "../../../../platform/storage/file-store";
import { removeFiles } from "../../../../platform/storage/remove-files";
import type { Message, RecordMessage } from "../../../connectors/shared/types";
import { toStorableText, toStorableValue } from "../../../models/providers/shared/storable";
import { guessTitle } from "../../../parsing/shared/record-text";
import { hashFile } from "../../hash-file";
import { type Fetched, type Unread, writeFetched, writeUnread } from "../work/documents";
import { markGone, markSeen } from "../work/seen-documents";
import { lockDatasource } from "../work/unchanged-since";
import type { Work } from "../work/work";

const recordsAtOnce = 200;
const bytesAtOnce = 4 * 1024 * 1024;
const fieldText = 300;

/** Collects messages, and writes them together with the state that covers them. */
export class Batch {
  private found: Fetched[] = [];
  private met: string[] = [];
  private unread: Unread[] = [];
  private gone: string[] = [];
  private bytes = 0;
  /** Keys of all records that could not be read. */
  readonly failed = new Set<string>();

  constructor(
    private readonly work: Work,
    private readonly stream: string,
  ) {}

  async take(message: Message): Promise<void> {
    if (message.type === "record") {
      const fetched = await fetchedOf(message);
      this.found.push(fetched);
      this.bytes += fetched.fileKey ? 1_000 : fetched.bytes;
    } else if (message.type === "unchanged") this.met.push(...message.keys);
    else if (message.type === "failed") {
      this.unread.push(unreadOf(message));
      this.failed.add(message.key);
    } else if (message.type === "deleted") this.gone.push(message.key);
    const count = this.found.length + this.met.length + this.unread.length + this.gone.length;
    if (message.type === "state") await this.write({ state: message.state });
    else if (message.type === "end" || count >= recordsAtOnce || this.bytes >= bytesAtOnce) await this.write();
  }

  /** Deletes downloaded files that were not recorded: the next attempt downloads them again. */
  async discard(): Promise<void> {
    await removeFiles(this.found.flatMap(({ fileKey }) => fileKey ?? []));
  }

  private async write(said?: { state: unknown }): Promise<void> {
    const { db, datasource, job, signal } = this.work;
    signal.throwIfAborted();
    const { found, met, unread, gone } = this;
    const place = { teamId: datasource.teamId, datasourceId: datasource.id, stream: this.stream, jobId: job.id };
    const writing = db.transaction(async (tx) => {
      await lockDatasource(tx, datasource.id);
      const written = found.length > 0 ? await writeFetched(tx, place, found) : { added: 0, changed: 0, files: [] };
      if (met.length > 0) await markSeen(tx, datasource.id, this.stream, job.id, met);
      const failed = unread.length > 0 ? await writeUnread(tx, place, unread) : 0;
      const removed = gone.length > 0 ? await markGone(tx, datasource.id, this.stream, gone) : 0;
      await tx
        .update(datasourceJobs)
        .set({
          records: sql`${datasourceJobs.records} + ${found.length + met.length + unread.length}`,
          added: sql`${datasourceJobs.added} + ${written.added + failed}`,
          changed: sql`${datasourceJobs.changed} + ${written.changed}`,
          removed: sql`${datasourceJobs.removed} + ${removed}`,
        })
        .where(eq(datasourceJobs.id, job.id));
      if (said) {
        datasource.streamState = { ...datasource.streamState, [this.stream]: said.state };
        await tx
          .update(datasources)
          .set({ streamState: datasource.streamState })
          .where(eq(datasources.id, datasource.id));
      }
      return written.files;
    });
    const files = await writing.catch((error: unknown) => {
      // Rows may refer to these files: none of them may be discarded.
      if (isCommitUnknown(error)) this.found = [];
      throw error;
    });
    await removeFiles(files);
    this.found = [];
    this.met = [];
    this.unread = [];
    this.gone = [];
    this.bytes = 0;
  }
}

const unreadOf = ({ key, title, uri, error }: Extract<Message, { type: "failed" }>): Unread => ({
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
const keptDate = (at: Date | undefined): Date | null =>
  at && at.getTime() >= earliest && at.getTime() <= latest ? at : null;

async function fetchedOf({ key, title, uri, updatedAt, data, file, text }: RecordMessage): Promise<Fetched> {
  const fields = toStorableValue(fieldsOf(data ?? {})) as Fetched["fields"];
  const name = toStorableText(title ?? (data && guessTitle(data)) ?? key);
  const place = { key: toStorableText(key), uri: uri && toStorableText(uri) };
  const about = { ...place, title: name, sourceDate: keptDate(updatedAt), fields };
  if (file) {
    const [contentHash, { size }] = await Promise.all([hashFile(file.path), stat(file.path)]);
    const fileKey = newFileKey("documents");
    await fileStore().putFile(fileKey, file.path);
    return { ...about, fileKey, filename: file.filename, contentHash, bytes: size };
  }
  const content = toStorableValue(text === undefined ? { data } : { text });
  const json = JSON.stringify([content, about.title]);
  const contentHash = createHash("sha256").update(json).digest("base64url");
  return { ...about, content, contentHash, bytes: Buffer.byteLength(json) };
}

/** Scalar values, for filters. */
function fieldsOf(data: Record<string, unknown>): Fetched["fields"] {
  const plain = Object.entries(data).filter(
    (entry): entry is [string, string | number | boolean] =>
      ["number", "boolean"].includes(typeof entry[1]) || (typeof entry[1] === "string" && entry[1].length <= fieldText),
  );
  return Object.fromEntries(plain);
}
