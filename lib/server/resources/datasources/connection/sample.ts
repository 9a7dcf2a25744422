import { join } from "node:path";
import type { SampleRecord } from "@/lib/contract/airbyte/schemas";
import type { Chunking, StreamConfig } from "@/lib/contract/datasources/settings";
import type { TeamCallContext } from "../../../access/calls/implement";
import { ConnectorError } from "../../../engine/connectors/shared/errors";
import type { ConnectorContext, RecordMessage } from "../../../engine/connectors/shared/types";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { toStreamChoice } from "../../../engine/knowledge/pipeline/stages/open-source";
import { chunkContent } from "../../../engine/knowledge/pipeline/stages/read-document";
import { chunkFile } from "../../../engine/parsing/parse-file";
import { ParseError } from "../../../engine/parsing/shared/parse-error";
import { guessTitle } from "../../../engine/parsing/shared/record-text";
import { AppError } from "../../../platform/errors/errors";
import { chunkingDefault } from "../store/actions";
import { checkStreams } from "./connect";
import { readFirstChunks } from "./preview";
import { withSource } from "./with-source";

const maxRecords = 5;
const maxChunks = 10;

interface SampleRequest {
  datasourceId: string;
  stream: StreamConfig;
  chunking?: Chunking;
}

/** The chunks of a stream's first records. Nothing is stored. */
export async function sampleStream(
  call: TeamCallContext,
  { datasourceId, stream, chunking = chunkingDefault }: SampleRequest,
) {
  const { db, teamId, signal } = call;
  const row = await getDatasource(db, teamId, datasourceId);
  if (row.engine !== "builtin")
    throw new AppError("conflict", "Airbyte streams can't be previewed. The result is available after the first sync.");
  return withSource(call, row, async ({ connector, config, ctx }) => {
    checkStreams(row.discoveredSchema, [stream]);
    const records: SampleRecord[] = [];
    try {
      const choice = { ...toStreamChoice(stream), mode: "full" as const };
      for await (const message of connector.read(config, choice, null, ctx)) {
        if (message.type === "record") records.push(await toSample(message, chunking, ctx));
        else if (message.type === "failed")
          records.push(toUnreadSample(message.title ?? message.key, message.uri, message.error));
        if (records.length >= maxRecords) break;
      }
    } catch (error) {
      // On timeout, returns what has arrived.
      if (signal.aborted || !ctx.signal.aborted) throw error;
      if (records.length === 0) throw new ConnectorError("timeout", "The source returned no records within a minute.");
    }
    return { records };
  });
}

const toUnreadSample = (title: string, uri: string | null, { message }: Error): SampleRecord => ({
  title,
  uri,
  total: 0,
  chunks: [],
  error: message,
});

async function toSample(message: RecordMessage, chunking: Chunking, ctx: ConnectorContext): Promise<SampleRecord> {
  const { key, title, uri, data, text, file } = message;
  const name = title ?? (data && guessTitle(data)) ?? key;
  const { owner, signal, tmpFolder } = ctx;
  const reading = file
    ? chunkFile(file.path, file.filename, chunking, owner, signal)
    : chunkContent({ text, data }, join(tmpFolder, "sample"), chunking, owner, signal);
  try {
    const { chunks, total } = await readFirstChunks<unknown>(reading, maxChunks);
    return { title: name, uri, total, chunks, error: null };
  } catch (error) {
    if (error instanceof ParseError) return toUnreadSample(name, uri, error);
    throw error;
  }
}
