import type { JSONSchema7 } from "@ai-sdk/provider";
import { eq, sql } from "drizzle-orm";
import { variableValueMax } from "@/lib/constants/limits";
import { stripFence } from "@/lib/utils/json/strip-fence";
import { trimMatching } from "@/lib/utils/text/trim-characters";
import { truncate } from "@/lib/utils/text/truncate";
import type { Tx } from "../../../platform/db/client";
import { sessionFiles, sessions } from "../../../platform/db/tables/sessions";
import { newId } from "../../../platform/ids/ids";
import { findMisfit } from "../../../platform/json-schema/check-arguments";
import { fileStore, newFileKey } from "../../../platform/storage/file-store";
import { retryStorage } from "../../../platform/storage/retry-storage";
import { toStorableText } from "../../models/providers/shared/storable";
import type { RunWriting } from "../outcome/finish";
import type { ProcessTask } from "./tasks";

/** A task's output: its text, and its value if structured. */
type Output = { text: string; value?: unknown };

function parseJson(text: string): unknown {
  const bare = stripFence(text);
  const start = bare.search(/[[{]/);
  const end = Math.max(bare.lastIndexOf("}"), bare.lastIndexOf("]"));
  try {
    return JSON.parse(bare);
  } catch (error) {
    // Some models add a sentence before or after it.
    if (start < 0 || end < start) throw error;
    return JSON.parse(bare.slice(start, end + 1));
  }
}

/** Indented, each further level makes every line of its contents longer. */
const maxLevels = 60;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));

/** Validates the output against the task's schema; returns why it is invalid. */
export async function checkOutput(
  { teamId, structuredOutput }: ProcessTask,
  text: string,
  signal: AbortSignal,
): Promise<Output | { problem: string }> {
  if (!structuredOutput) return { text };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { problem: "it isn't valid JSON" };
  }
  if (isDeeper(value, maxLevels)) return { problem: `it is nested deeper than ${maxLevels} levels` };
  const problem = await findMisfit(teamId, structuredOutput as JSONSchema7, value, signal);
  return problem ? { problem } : { text: JSON.stringify(value, null, 2), value };
}

/** The name of a task's output file. */
export function toFilename({ name, taskOutputFileName, structuredOutput }: ProcessTask): string {
  const extension = structuredOutput ? "json" : "md";
  const wanted = taskOutputFileName ?? (trimMatching(name.replace(/[\\/:*?"<>|\s.]+/g, "-"), /-/) || "output");
  return /\.[A-Za-z0-9]{1,10}$/.test(wanted) ? wanted : `${wanted}.${extension}`;
}

interface OutputFile {
  fileId: string;
  filename: string;
  mimeType: string;
}

const mimeTypes: Record<string, string> = { json: "application/json", csv: "text/csv", html: "text/html" };

const storeTimeoutMs = 60_000;

/** Stores the output as a file, with retries for a minute; the transaction then adds it to the session. */
export async function storeOutputFile(
  task: ProcessTask,
  sessionId: string,
  text: string,
  signal: AbortSignal,
): Promise<{ file: OutputFile; also: NonNullable<RunWriting["also"]> }> {
  const filename = toFilename(task);
  const mimeType = mimeTypes[filename.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text/plain";
  const path = newFileKey("sessions");
  const contents = toStorableText(text);
  await retryStorage(() => fileStore().put(path, contents), { patienceMs: storeTimeoutMs, signal });
  const id = newId("file");
  const row = { id, sessionId, filename, mimeType, size: Buffer.byteLength(contents), path };
  return {
    file: { fileId: id, filename, mimeType },
    also: async (tx: Tx) => void (await tx.insert(sessionFiles).values(row)),
  };
}

export async function setSessionValues(tx: Tx, sessionId: string, values: Record<string, string>): Promise<void> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    truncate(toStorableText(value), variableValueMax),
  ]);
  if (entries.length === 0) return;
  await tx
    .update(sessions)
    .set({ variables: sql`${sessions.variables} || ${JSON.stringify(Object.fromEntries(entries))}::jsonb` })
    .where(eq(sessions.id, sessionId));
}
