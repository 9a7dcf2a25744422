import { fileVersion, transferFile } from "@/lib/contract/transfers/file";
import { AppError } from "../../../platform/errors/errors";
import { issueSentence } from "../../../platform/http/body/issue-sentence";
import { findProblems } from "./check-file";
import { type FileProblem, toReadablePath } from "./file-problem";
import { type FileParts, toPlainFile } from "./write-yaml";

const createConflict = (sentence: string): AppError => new AppError("conflict", sentence);

export const createTooMuchError = (what: string): AppError =>
  createConflict(`This app ${what} that a file can have. Split it into several apps.`);

const lists = { agents: "agent", tasks: "task", tools: "tool" } as const;

/** Describes the part at a path. */
function describePart({ app, ...parts }: FileParts, at: string): string {
  const [, list = "", place = ""] = /^(app\.tasks|agents|tasks|tools)\[(\d+)\]/.exec(at) ?? [];
  if (list === "app.tasks") return `the task "${app.type === "process" ? app.tasks[Number(place)] : ""}"`;
  if (list !== "agents" && list !== "tasks" && list !== "tools") return "the app";
  return `the ${lists[list]} "${parts[list][Number(place)]?.name}"`;
}

function findExportProblems(content: FileParts): FileProblem[] {
  const parsed = transferFile.safeParse(
    { muster: fileVersion, kind: "app", ...toPlainFile(content) },
    { error: issueSentence },
  );
  if (parsed.success) return findProblems(parsed.data);
  return parsed.error.issues.map(({ path, message }) => ({ at: toReadablePath(path), message }));
}

/** Throws instead of writing a file that could not be imported, with what to fix first. */
export function requireReadable(content: FileParts): void {
  const [first] = findExportProblems(content);
  if (!first) return;
  const { at, message } = first;
  if (/^\w+$/.test(at) && at !== "app" && /^Use up to \d+\.$/.test(message))
    throw createTooMuchError(`has more ${at} than the ${/\d+/.exec(message)?.[0]}`);
  throw createConflict(`This app cannot be exported. Check ${describePart(content, at)}: ${message}`);
}
