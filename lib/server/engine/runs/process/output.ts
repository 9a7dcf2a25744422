import type { JSONSchema7 } from "@ai-sdk/provider";
import { eq, sql } from "drizzle-orm";
import { variableValueMax } from "@/lib/constants/limits";
import { trimBothOf } from "@/lib/utils/text/trim-characters";
import { truncate } from "@/lib/utils/text/truncate";
import type { Tx } from "../../../platform/db/client";
import { sessionFiles, sessions } from "../../../platform/db/tables/sessions";
import { newId } from "../../../platform/ids/ids";
import { findMisfit } from "../../../platform/json-schema/arguments";
import { fileStore, newFileKey } from "../../../platform/storage/file-store";
import { retryStorage } from "../../../platform/storage/retry-storage";
import { toStorableText } from "../../models/providers/shared/storable";
import type { RunWriting } from "../outcome/finish";
import type { TaskRow } from "./tasks";

/** A task's output: its text, and its value if structured. */
type Output = { text: string; value?: unknown };

/** The content of a fence that spans the whole text; otherwise the text. */
function unfenced(text: string): string {
  const bare = text.trim();
  const head = /^```[a-z]*[^\S\n]*\n/i.exec(bare)?.[0];
  return head && bare.length >= head.length + 3 && bare.endsWith("```") ? bare.slice(head.length, -3) : text;
}

function parsed(text: string): unknown {
  const bare = unfenced(text);
  const begins = bare.search(/[[{]/);
  const ends = Math.max(bare.lastIndexOf("}"), bare.lastIndexOf("]"));
  try {
    return JSON.parse(bare);
  } catch (error) {
    // Some models add a sentence before or after it.
    if (begins < 0 || ends < begins) throw error;
    return JSON.parse(bare.slice(begins, ends + 1));
  }
}

/** Validates the output against the task's schema; returns why it is invalid. */
export async function checkedOutput(
  { teamId, structuredOutput }: TaskRow,
  text: string,
  signal: AbortSignal,
): Promise<Output | { problem: string }> {
  if (!structuredOutput) return { text };
  let value: unknown;
  try {
    value = parsed(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  const problem = await findMisfit(teamId, structuredOutput as JSONSchema7, value, signal);
  return problem ? { problem } : { text: JSON.stringify(value, null, 2), value };
}

/** The name of a task's output file. */
export function filenameOf({ name, taskOutputFileName, structuredOutput }: TaskRow): string {
  const extension = structuredOutput ? "json" : "md";
  const wanted = taskOutputFileName ?? (trimBothOf(name.replace(/[\\/:*?"<>|\s.]+/g, "-"), /-/) || "output");
  return /\.[A-Za-z0-9]{1,10}$/.test(wanted) ? wanted : `${wanted}.${extension}`;
}

interface OutputFile {
  fileId: string;
  filename: string;
  mimeType: string;
}

const mimeTypes: Record<string, string> = { json: "application/json", csv: "text/csv", html: "text/html" };

const keepMs = 60_000;

/** Stores the output as a file, with retries for a minute; the transaction then adds it to the session. */
export async function storeOutputFile(
  task: TaskRow,
  sessionId: string,
  text: string,
  signal: AbortSignal,
): Promise<{ file: OutputFile; also: NonNullable<RunWriting["also"]> }> {
  const filename = filenameOf(task);
  const mimeType = mimeTypes[filename.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text/plain";
  const path = newFileKey("sessions");
  const contents = toStorableText(text);
  await retryStorage(() => fileStore().put(path, contents), { patienceMs: keepMs, signal });
  const id = newId("file");
  const row = { id, sessionId, filename, mimeType, size: Buffer.byteLength(contents), path };
  return {
    file: { fileId: id, filename, mimeType },
    also: async (tx: Tx) => void (await tx.insert(sessionFiles).values(row)),
  };
}

export async function setValues(tx: Tx, sessionId: string, values: Record<string, string>): Promise<void> {
  const kept = Object.entries(values).map(([name, value]) => [name, truncate(toStorableText(value), variableValueMax)]);
  if (kept.length === 0) return;
  await tx
    .update(sessions)
    .set({ variables: sql`${sessions.variables} || ${JSON.stringify(Object.fromEntries(kept))}::jsonb` })
    .where(eq(sessions.id, sessionId));
}
