import type { JSONSchema7 } from "@ai-sdk/provider";
import { eq, sql } from "drizzle-orm";
import { variableValueMax } from "@/lib/constants/limits";
import { cutText } from "@/lib/utils/cut-text";
import { trimBothOf } from "@/lib/utils/trim-characters";
import { misfitOf } from "../../arguments";
import type { Tx } from "../../db/client";
import { newId } from "../../db/ids";
import { storable } from "../../models/providers/storable";
import { sessionFiles, sessions } from "../../sessions/table";
import { fileStore, newFileKey } from "../../storage/file-store";
import { retryStorage } from "../../storage/retry-storage";
import type { TaskRow } from "../../tasks/service";
import type { Writing } from "../finish";

/** A task's output: its text, and the value where it has to be one. */
type Output = { text: string; value?: unknown };

/** What stands in a fence that is the whole text; else the text. */
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
    // Some models cannot help a sentence before or after it.
    if (begins < 0 || ends < begins) throw error;
    return JSON.parse(bare.slice(begins, ends + 1));
  }
}

/** The output as the task's schema wants it, or why it does not fit. */
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
  const problem = await misfitOf(teamId, structuredOutput as JSONSchema7, value, signal);
  return problem ? { problem } : { text: JSON.stringify(value, null, 2), value };
}

/** The name of the file that a task's output is kept in. */
export function filenameOf({ name, taskOutputFileName, structuredOutput }: TaskRow): string {
  const extension = structuredOutput ? "json" : "md";
  const wanted = taskOutputFileName ?? (trimBothOf(name.replace(/[\\/:*?"<>|\s.]+/g, "-"), /-/) || "output");
  return /\.[A-Za-z0-9]{1,10}$/.test(wanted) ? wanted : `${wanted}.${extension}`;
}

export interface KeptFile {
  fileId: string;
  filename: string;
  mimeType: string;
}

const mimeTypes: Record<string, string> = { json: "application/json", csv: "text/csv", html: "text/html" };

const keepMs = 60_000;

/**
 * Puts the output into file storage, trying for a minute where that fails; with what is written it comes to be the
 * session's.
 */
export async function keepFile(
  task: TaskRow,
  sessionId: string,
  text: string,
  signal: AbortSignal,
): Promise<{ file: KeptFile; also: NonNullable<Writing["also"]> }> {
  const filename = filenameOf(task);
  const mimeType = mimeTypes[filename.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text/plain";
  const path = newFileKey("sessions");
  const contents = storable(text);
  await retryStorage(() => fileStore().put(path, contents), { patienceMs: keepMs, signal });
  const id = newId("file");
  const row = { id, sessionId, filename, mimeType, size: Buffer.byteLength(contents), path };
  return {
    file: { fileId: id, filename, mimeType },
    also: async (tx: Tx) => void (await tx.insert(sessionFiles).values(row)),
  };
}

/** Sets variables of the session. */
export async function setValues(tx: Tx, sessionId: string, values: Record<string, string>): Promise<void> {
  const kept = Object.entries(values).map(([name, value]) => [name, cutText(storable(value), variableValueMax)]);
  if (kept.length === 0) return;
  await tx
    .update(sessions)
    .set({ variables: sql`${sessions.variables} || ${JSON.stringify(Object.fromEntries(kept))}::jsonb` })
    .where(eq(sessions.id, sessionId));
}
