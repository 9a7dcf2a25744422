import { issueSentence } from "@/lib/contract/base/issue-sentence";
import { fileVersion, type TransferFile, transferFile } from "@/lib/contract/transfers/file";
import { AppError } from "../../../platform/errors/errors";
import { findProblems } from "./check-file";
import { toReadablePath } from "./file-problem";
import { type FileParts, toPlainFile } from "./write-yaml";

const createConflict = (sentence: string): AppError => new AppError("conflict", sentence);

export const createTooMuchError = (what: string): AppError =>
  createConflict(`This app ${what}, the maximum for a file. Split it into several apps.`);

const lists = { agents: "agent", tasks: "task", tools: "tool" } as const;

/** Describes the part at a path. */
function describePart({ app, ...parts }: FileParts, at: string): string {
  const [, list = "", place = ""] = /^(app\.tasks|agents|tasks|tools)\[(\d+)\]/.exec(at) ?? [];
  if (list === "app.tasks") return `the task “${app.type === "process" ? app.tasks[Number(place)] : ""}”`;
  if (list !== "agents" && list !== "tasks" && list !== "tools") return "the app";
  return `the ${lists[list]} “${parts[list][Number(place)]?.name}”`;
}

/** The file as an import reads it. Throws instead of writing one that could not be imported, with what to fix first. */
export function requireReadable(content: FileParts): TransferFile {
  const file = { muster: fileVersion, kind: "app", ...toPlainFile(content) };
  const parsed = transferFile.safeParse(file, { error: issueSentence });
  const [issue] = parsed.error?.issues ?? [];
  const place = issue ? toReadablePath(issue.path) : "";
  if (issue?.code === "too_big" && Object.hasOwn(lists, place))
    throw createTooMuchError(`has more than ${issue.maximum} ${place}`);
  const first = parsed.success ? findProblems(parsed.data)[0] : issue && { at: place, message: issue.message };
  if (first || !parsed.success)
    throw createConflict(
      `This app can't be exported. Check ${describePart(content, first?.at ?? "")}: ${first?.message}`,
    );
  return parsed.data;
}
