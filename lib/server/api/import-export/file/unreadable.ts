import { fileVersion, transferFile } from "@/lib/contract/transfers/file";
import { AppError } from "../../../platform/errors/errors";
import { issueSentence } from "../../../platform/http/body/issue-sentence";
import { problemsIn } from "./check-file";
import { type Misplaced, placeOf } from "./misplaced";
import { type FileParts, plainFile } from "./write-yaml";

const conflict = (sentence: string): AppError => new AppError("conflict", sentence);

export const tooMuch = (what: string): AppError =>
  conflict(`This app ${what} that a file may have. Export it in several apps.`);

const lists = { agents: "agent", tasks: "task", tools: "tool" } as const;

/** Describes the part at a path. */
function subject({ app, ...parts }: FileParts, at: string): string {
  const [, list = "", place = ""] = /^(app\.tasks|agents|tasks|tools)\[(\d+)\]/.exec(at) ?? [];
  if (list === "app.tasks") return `the task "${app.type === "process" ? app.tasks[Number(place)] : ""}"`;
  if (list !== "agents" && list !== "tasks" && list !== "tools") return "the app";
  return `the ${lists[list]} "${parts[list][Number(place)]?.name}"`;
}

function problemsOf(content: FileParts): Misplaced[] {
  const parsed = transferFile.safeParse(
    { muster: fileVersion, kind: "app", ...plainFile(content) },
    { error: issueSentence },
  );
  if (parsed.success) return problemsIn(parsed.data);
  return parsed.error.issues.map(({ path, message }) => ({ at: placeOf(path), message }));
}

/** Throws instead of writing a file that could not be imported, with what to fix first. */
export function refuseUnreadable(content: FileParts): void {
  const [first] = problemsOf(content);
  if (!first) return;
  const { at, message } = first;
  if (/^\w+$/.test(at) && at !== "app" && /^Use at most \d+\.$/.test(message))
    throw tooMuch(`has more ${at} than the ${/\d+/.exec(message)?.[0]}`);
  throw conflict(`This app cannot be exported as it is. Look at ${subject(content, at)}: ${message}`);
}
