import type { z } from "zod";
import type { Issue } from "@/lib/contract/base/error";
import { fileVersion, type TransferFile, transferFile } from "@/lib/contract/transfers/file";
import { isObject } from "@/lib/utils/json/is-object";
import { AppError } from "../../../platform/errors/errors";
import { issueSentence } from "../../../platform/http/body/issue-sentence";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import type { YamlReply } from "../../../platform/yaml/parse-yaml";
import { readYaml } from "../../../platform/yaml/read-yaml";
import { completedTool } from "../../../resources/tools/part";
import { problemsIn } from "./check-file";
import { type Misplaced, placeOf } from "./misplaced";

type Lines = Record<string, number>;

const inPlain: Record<string, string> = {
  DUPLICATE_KEY: "This name stands twice in one place.",
  TAG_RESOLVE_FAILED: "Tags such as !!js are not allowed in a file.",
  MULTIPLE_DOCS: "A file is one document: a second one begins here.",
  BAD_ALIAS: "This alias has no anchor.",
  BAD_INDENT: "The indent is not right here.",
  TAB_AS_INDENT: "Indent with spaces and not with tabs.",
  RESOURCE_EXHAUSTION: "It is nested too deeply.",
};

const sentences = (line: number | undefined, at: string, message: string): string => {
  const where = [line === undefined ? "" : `Line ${line}`, at].filter(Boolean).join(", ");
  return where ? `${where}: ${message}` : message;
};

const refused = (issues: Issue[]): AppError =>
  new AppError("invalid", issues[0]?.message ?? "This file cannot be read.", { issues: issues.slice(0, 20) });

const whole = (message: string, line?: number): AppError =>
  refused([{ path: "text", message: sentences(line, "", message) }]);

function unreadable({ problem, line, code }: Extract<YamlReply, { problem: string }>): AppError {
  const known = code === "REFUSED" ? problem : inPlain[code ?? ""];
  const inside = /alias/i.test(problem) ? "It repeats parts by aliases too often. Write the values out." : undefined;
  return whole(known ?? (code === null ? inside : undefined) ?? "This is not valid YAML.", line ?? undefined);
}

/** The line of a path, or of its nearest ancestor. */
function lineOf(lines: Lines, at: string): number | undefined {
  for (let place = at; place !== ""; place = place.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]+)$/, ""))
    if (lines[place] !== undefined) return lines[place];
  return undefined;
}

const issuesAt = (lines: Lines, wrong: readonly Misplaced[]): Issue[] =>
  wrong.map(({ at, message }) => ({ path: "text", message: sentences(lineOf(lines, at), at, message) }));

const ofZod = ({ issues }: z.ZodError): Misplaced[] =>
  issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== "unrecognized_keys")
      return [{ at: placeOf(path), message: message || "This value is not valid here." }];
    return issue.keys.map((key) => ({ at: placeOf([...path, key]), message: "This name is not known here." }));
  });

const noFile = "This is no file of an app: it begins with muster: and the version of the file.";
/** A quick check that avoids starting a process for unrelated text. */
const begins = /(?:^|[\s{,])["']?muster["']?\s*:/;

function versionProblem(value: unknown): string | undefined {
  if (!isObject(value) || Array.isArray(value) || !Object.hasOwn(value, "muster")) return noFile;
  const { muster } = value as { muster: unknown };
  if (muster === fileVersion) return undefined;
  const said = typeof muster === "number" ? ` This one says ${muster}.` : "";
  return `This server reads files of version ${fileVersion}.${said}`;
}

async function readText(teamId: string, text: string, signal: AbortSignal): Promise<YamlReply> {
  try {
    return await readYaml(teamId, { text, of: "file" }, signal);
  } catch (error) {
    if (error instanceof IsolationError) throw whole(`The file cannot be read: ${error.message}`);
    throw error;
  }
}

/** Reads an untrusted file. Throws 400 with messages that name line and path. */
export async function readFile(
  teamId: string,
  text: string,
  signal: AbortSignal,
): Promise<{ file: TransferFile; lines: Lines }> {
  const own = text.replace(/^\ufeff/, "");
  if (!begins.test(own)) throw whole(noFile);
  const reply = await readText(teamId, own, signal);
  if ("problem" in reply) throw unreadable(reply);
  const { value, lines } = reply;
  const version = versionProblem(value);
  if (version) throw whole(version);
  const parsed = transferFile.safeParse(value, { error: issueSentence });
  if (!parsed.success) throw refused(issuesAt(lines, ofZod(parsed.error)));
  const file = parsed.data;
  const all = problemsIn(file);
  if (all.length > 0) throw refused(issuesAt(lines, all));
  return { file: { ...file, tools: file.tools.map(completedTool) }, lines };
}
