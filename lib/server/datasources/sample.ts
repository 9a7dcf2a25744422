import { join } from "node:path";
import type { SampleRecord } from "@/lib/contract/airbyte";
import type { Chunking, StreamConfig } from "@/lib/contract/datasources";
import { ConnectorError } from "../connectors/errors";
import { guessTitle } from "../connectors/record-text";
import type { ConnectorContext, RecordMessage } from "../connectors/types";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { ParseError } from "../knowledge/parsing/parse-error";
import { chunkFile } from "../knowledge/parsing/parse-file";
import { choiceOf } from "../knowledge/pipeline/open-source";
import { chunkContent } from "../knowledge/pipeline/read-document";
import { checkStreams } from "./connect";
import { firstChunks } from "./preview";
import { datasourceOf } from "./service";
import { chunkingDefault } from "./upload";
import { withSource } from "./with-source";

const recordsMost = 5;
const chunksMost = 10;

interface Asked {
  datasourceId: string;
  stream: StreamConfig;
  chunking?: Chunking;
}

/** The chunks that the first records of a stream become. Nothing of them is stored. */
export async function sampleStream(call: TeamCallContext, { datasourceId, stream, chunking = chunkingDefault }: Asked) {
  const { db, teamId, signal } = call;
  const row = await datasourceOf(db, teamId, datasourceId);
  if (row.engine !== "builtin")
    throw new AppError("conflict", "Airbyte reads whole streams: what they become is seen after the first sync.");
  return withSource(call, row, async ({ connector, config, ctx }) => {
    checkStreams(row.discoveredSchema, [stream]);
    const records: SampleRecord[] = [];
    try {
      const choice = { ...choiceOf(stream), mode: "full" as const };
      for await (const message of connector.read(config, choice, null, ctx)) {
        if (message.type === "record") records.push(await sampleOf(message, chunking, ctx));
        else if (message.type === "failed")
          records.push(unread(message.title ?? message.key, message.uri, message.error));
        if (records.length >= recordsMost) break;
      }
    } catch (error) {
      // Of what takes too long, as much as came in time.
      if (signal.aborted || !ctx.signal.aborted) throw error;
      if (records.length === 0) throw new ConnectorError("timeout", "The source gave nothing out within a minute.");
    }
    return { records };
  });
}

const unread = (title: string, uri: string | null, { message }: Error): SampleRecord => ({
  ...{ title, uri, total: 0, chunks: [], error: message },
});

async function sampleOf(message: RecordMessage, chunking: Chunking, ctx: ConnectorContext): Promise<SampleRecord> {
  const { key, title, uri, data, text, file } = message;
  const name = title ?? (data && guessTitle(data)) ?? key;
  const { owner, signal, tmpFolder } = ctx;
  const reading = file
    ? chunkFile(file.path, file.filename, chunking, owner, signal)
    : chunkContent({ text, data }, join(tmpFolder, "sample"), chunking, owner, signal);
  try {
    const { chunks, total } = await firstChunks<unknown>(reading, chunksMost);
    return { title: name, uri, total, chunks, error: null };
  } catch (error) {
    if (error instanceof ParseError) return unread(name, uri, error);
    throw error;
  }
}
