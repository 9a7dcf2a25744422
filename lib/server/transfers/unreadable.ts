import { fileVersion, transferFile } from "@/lib/contract/transfer-file";
import { AppError } from "../http/errors";
import { issueSentence } from "../http/issue-sentence";
import { problemsIn } from "./check-file";
import { type Misplaced, placeOf } from "./misplaced";
import { type FileParts, plainFile } from "./write-yaml";

const conflict = (sentence: string): AppError => new AppError("conflict", sentence);

export const tooMuch = (what: string): AppError =>
  conflict(`This app ${what} that a file may have. Export it in several apps.`);

const lists = { agents: "agent", tasks: "task", tools: "tool" } as const;

/** What stands there, in words. */
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

/** Refuses to write a file that no import would take, with what is to be mended first. */
export function refuseUnreadable(content: FileParts): void {
  const [first] = problemsOf(content);
  if (!first) return;
  const { at, message } = first;
  if (/^\w+$/.test(at) && at !== "app" && /^Use at most \d+\.$/.test(message))
    throw tooMuch(`has more ${at} than the ${/\d+/.exec(message)?.[0]}`);
  throw conflict(`This app cannot be exported as it is. Look at ${subject(content, at)}: ${message}`);
}
