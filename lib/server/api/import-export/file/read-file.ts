import { createHash } from "node:crypto";
import type { z } from "zod";
import { maxImportLength } from "@/lib/constants/limits";
import type { Issue } from "@/lib/contract/base/error";
import { issueSentence } from "@/lib/contract/base/issue-sentence";
import type { CaseForm } from "@/lib/contract/testsets/cases";
import { fileVersion, type TransferFile, transferFile } from "@/lib/contract/transfers/file";
import type { ImportSource } from "@/lib/contract/transfers/schemas";
import { isRecord } from "@/lib/utils/json/is-object";
import { AppError } from "../../../platform/errors/errors";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import type { YamlReply } from "../../../platform/yaml/parse-yaml";
import { readYaml } from "../../../platform/yaml/read-yaml";
import { completeTool } from "../../../resources/tools/part";
import { readForeign } from "../foreign/read-foreign";
import type { ForeignEntry, ForeignJob } from "../foreign/shared/foreign";
import { mayBeOwn } from "../foreign/shared/own-file";
import { findProblems } from "./check-file";
import { checkTests } from "./check-tests";
import { listParts } from "./file-parts";
import { type FileProblem, toReadablePath } from "./file-problem";

type Lines = Record<string, number>;

const messagesByCode: Record<string, string> = {
  TAG_RESOLVE_FAILED: "Tags such as !!js aren't allowed.",
  MULTIPLE_DOCS: "A file must contain a single document. A second one starts here.",
  BAD_ALIAS: "This alias has no anchor.",
  BAD_INDENT: "Invalid indentation.",
  TAB_AS_INDENT: "Indent with spaces, not tabs.",
  RESOURCE_EXHAUSTION: "The file is nested too deeply.",
};

const toMessage = (line: number | undefined, at: string, message: string): string => {
  const where = [line === undefined ? "" : `Line ${line}`, at].filter(Boolean).join(", ");
  return where ? `${where}: ${message}` : message;
};

const createFileError = (issues: Issue[]): AppError =>
  new AppError("invalid", issues[0]?.message ?? "This file can't be read.", { issues: issues.slice(0, 20) });

const createWholeFileError = (message: string, line?: number): AppError =>
  createFileError([{ path: "text", message: toMessage(line, "", message) }]);

function createUnreadableError({ problem, line, code }: Extract<YamlReply, { problem: string }>): AppError {
  const known = code === "REFUSED" ? problem : messagesByCode[code ?? ""];
  const inside = /alias/i.test(problem) ? "The file uses too many aliases. Write the values out instead." : undefined;
  return createWholeFileError(
    known ?? (code === null ? inside : undefined) ?? "This isn't valid YAML.",
    line ?? undefined,
  );
}

/** The line of a path, or of its nearest ancestor. */
function findLine(lines: Lines, at: string): number | undefined {
  for (let place = at; place !== ""; place = place.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]+)$/, ""))
    if (lines[place] !== undefined) return lines[place];
  return undefined;
}

const toIssues = (lines: Lines, wrong: readonly FileProblem[]): Issue[] =>
  wrong.map(({ at, message }) => ({ path: "text", message: toMessage(findLine(lines, at), at, message) }));

const toFileProblems = ({ issues }: z.ZodError): FileProblem[] =>
  issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== "unrecognized_keys")
      return [{ at: toReadablePath(path), message: message || "This value isn't valid." }];
    return issue.keys.map((key) => ({ at: toReadablePath([...path, key]), message: "This field isn't recognized." }));
  });

const noFile = "This isn't an exported app. The file must start with muster: and the file version.";

const isOwn = (value: unknown): value is Record<string, unknown> => isRecord(value) && Object.hasOwn(value, "muster");

function findVersionProblem(value: Record<string, unknown>): string | undefined {
  const { muster } = value as { muster: unknown };
  if (muster === fileVersion) return undefined;
  const said = typeof muster === "number" ? ` The file has version ${muster}.` : "";
  return `This server supports file version ${fileVersion}.${said}`;
}

/** Runs work in a separate process; its failure concerns the file. */
async function isolated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof IsolationError) throw createWholeFileError(`The file can't be read: ${error.message}`);
    throw error;
  }
}

/** Validates what has a file's shape. */
function parseFile(value: unknown, lines: Lines): TransferFile {
  const parsed = transferFile.safeParse(value, { error: issueSentence });
  if (!parsed.success) throw createFileError(toIssues(lines, toFileProblems(parsed.error)));
  const file = parsed.data;
  const all = findProblems(file);
  if (all.length > 0) throw createFileError(toIssues(lines, all));
  return { ...file, tools: file.tools.map(completeTool) };
}

/** Null: it is no file of Muster. */
async function readOwn(teamId: string, text: string, signal: AbortSignal): Promise<TransferFile | null> {
  if (text.length > maxImportLength)
    throw createWholeFileError(`Use up to ${maxImportLength.toLocaleString("en")} characters.`);
  const reply = await isolated(readYaml(teamId, { text: text.replace(/^\ufeff/, ""), of: "file" }, signal));
  if ("problem" in reply) throw createUnreadableError(reply);
  const { value, lines } = reply;
  if (!isOwn(value)) return null;
  const version = findVersionProblem(value);
  if (version) throw createWholeFileError(version);
  return parseFile(value, lines);
}

/** A file to import, and where it comes from. */
export interface ReadImport {
  file: TransferFile;
  source: ImportSource;
  report: ForeignEntry[];
  /** The tests beside the app's files. */
  tests: CaseForm[];
  /** Of the content. */
  hash: string;
}

/** An app's own file is imported as it is. */
export function describeOwn(file: TransferFile): Pick<ReadImport, "source" | "report" | "tests"> {
  const parts = listParts(file);
  const report = parts.map(({ kind, part }) => ({ part: part.name, type: kind, outcome: "taken" as const, note: "" }));
  return { source: { system: "muster", version: String(file.muster), parts: parts.length }, report, tests: [] };
}

/** Reads untrusted files of Muster or another system. Throws 400 with messages that name line and path. */
export async function readFile(teamId: string, job: ForeignJob, signal: AbortSignal): Promise<ReadImport> {
  if ("text" in job && mayBeOwn(job.text)) {
    const file = await readOwn(teamId, job.text, signal);
    if (file) return { file, ...describeOwn(file), hash: createHash("sha256").update(job.text).digest("base64url") };
  }
  const reply = await isolated(readForeign(teamId, job, signal));
  if ("problem" in reply) throw createWholeFileError(reply.problem);
  const { hash } = reply;
  if ("muster" in reply) {
    const file = await readOwn(teamId, reply.muster, signal);
    if (!file) throw createWholeFileError(noFile);
    return { file, ...describeOwn(file), hash };
  }
  const file = parseFile(reply.file, {});
  const { cases, report } = await checkTests({ teamId, signal }, reply.tests ?? [], reply.report);
  return { file, source: reply.source, report, tests: cases, hash };
}
