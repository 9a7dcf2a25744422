import { setImmediate } from "node:timers/promises";
import { issueSentence } from "@/lib/contract/base/issue-sentence";
import { type CaseForm, caseForm } from "@/lib/contract/testsets/cases";
import { invalidField } from "../../../platform/errors/errors";
import { IsolatedPool } from "../../../platform/isolated/isolated-pool";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import { singleton } from "../../../platform/process/registry";
import { decode, detectFormat } from "./decode";
import { type Draft, type ImportFormat, type ImportJob, type ImportReply, maxNotes } from "./draft";

const limits = { timeMs: 15_000, heapMb: 384, running: 2, perTeam: 1, waiting: 20 };

const pool = () =>
  singleton(
    "case-imports",
    () => new IsolatedPool<ImportJob, ImportReply>("lib/server/engine/evaluations/import/import-worker.ts", limits),
  );

async function readDrafts(teamId: string, job: ImportJob, signal: AbortSignal) {
  try {
    const reply = await pool().run(teamId, job, signal);
    if ("problem" in reply) throw invalidField("file", reply.problem);
    return reply;
  } catch (error) {
    throw error instanceof IsolationError ? invalidField("file", `The file can't be read: ${error.message}`) : error;
  }
}

/** Invalid cases are skipped with a note. */
async function validate(drafts: readonly Draft[], notes: string[]): Promise<CaseForm[]> {
  const cases: CaseForm[] = [];
  for (const { place, ...draft } of drafts) {
    const parsed = caseForm.safeParse(draft, { error: issueSentence });
    if (parsed.success) cases.push(parsed.data);
    else if (notes.length < maxNotes + 2) {
      const [issue] = parsed.error.issues;
      notes.push(`The case at ${place} was skipped: ${issue?.message}`);
    }
    if (cases.length % 20 === 0) await setImmediate();
  }
  return cases;
}

/**
 * Reads cases from a CSV, JSONL or promptfoo file; the format is detected by default. The notes say what was skipped. Patterns
 * are not compiled: see `findPatternProblem`. Throws an `AppError` for a file that cannot be read, or the signal's reason.
 */
export async function parseCases(
  teamId: string,
  file: { filename: string; bytes: Uint8Array; format?: ImportFormat },
  signal: AbortSignal,
): Promise<{ cases: CaseForm[]; notes: string[] }> {
  const text = decode(file.bytes);
  const format = file.format ?? detectFormat(file.filename, text);
  const { drafts, notes } = await readDrafts(teamId, { format, text }, signal);
  const cases = await validate(drafts, notes);
  if (cases.length === 0) throw invalidField("file", notes[0] ?? "The file has no cases.");
  return { cases, notes };
}
