import type { z } from "zod";
import type { Issue } from "@/lib/contract/error";
import { fileVersion, type TransferFile, transferFile } from "@/lib/contract/transfer-file";
import { isObject } from "@/lib/utils/is-object";
import { AppError } from "../http/errors";
import { issueSentence } from "../http/issue-sentence";
import { readYaml, type YamlFailure } from "../read-yaml";
import { definedOf } from "../tools/transfer";
import type { YamlReply } from "../yaml-worker";
import { orderProblems } from "./order";
import { mapRefs, type PartKind, type Parts, type RefKind } from "./places";

type Lines = Record<string, number>;
interface Wrong {
  /** As `tools[2].definition`; empty for the whole file. */
  at: string;
  message: string;
}

const failures: Record<YamlFailure, string> = {
  slow: "The file takes too long to read. Make it smaller.",
  start: "The file's reader did not start. Try it again.",
  memory: "The file needs more memory than one file gets. Make it smaller.",
};

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

/** The line of a place, or of the nearest one around it. */
function lineOf(lines: Lines, at: string): number | undefined {
  for (let place = at; place !== ""; place = place.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]+)$/, ""))
    if (lines[place] !== undefined) return lines[place];
  return undefined;
}

const issuesAt = (lines: Lines, wrong: readonly Wrong[]): Issue[] =>
  wrong.map(({ at, message }) => ({ path: "text", message: sentences(lineOf(lines, at), at, message) }));

/** As far as it reads as names: the rest is whatever stands in the file. */
function placeOf(path: readonly PropertyKey[]): string {
  const odd = path.findIndex((part) => !/^[\w-]{1,60}$/.test(String(part)));
  return path
    .slice(0, odd < 0 ? undefined : odd)
    .reduce<string>(
      (at, part) => (typeof part === "number" ? `${at}[${part}]` : at ? `${at}.${String(part)}` : String(part)),
      "",
    );
}

const ofZod = ({ issues }: z.ZodError): Wrong[] =>
  issues.map(({ path, message }) => ({ at: placeOf(path), message: message || "This value is not valid here." }));

const lists = { agent: "agents", task: "tasks", tool: "tools" } as const;
const needs = { model: "models", datasource: "datasources", variable: "variables", person: "people" } as const;

/** What others of the file call a part or a need by. */
export const localName = (one: { name: string; ref?: string | undefined }): string => one.ref ?? one.name;

/** Every part of a file with its place. */
export function partsOf(file: TransferFile): { [K in PartKind]: { kind: K; at: string; part: Parts[K] } }[PartKind][] {
  return [
    ...file.tools.map((part, i) => ({ kind: "tool" as const, at: `tools[${i}]`, part })),
    ...file.agents.map((part, i) => ({ kind: "agent" as const, at: `agents[${i}]`, part })),
    ...file.tasks.map((part, i) => ({ kind: "task" as const, at: `tasks[${i}]`, part })),
    { kind: "app", at: "app", part: file.app },
  ];
}

function namesOf(file: TransferFile): { names: Record<RefKind, Set<string>>; wrong: Wrong[] } {
  const wrong: Wrong[] = [];
  const names = {} as Record<RefKind, Set<string>>;
  for (const [kind, list] of Object.entries({ ...lists, ...needs })) {
    const seen = new Set<string>();
    for (const [i, one] of file[list].entries()) {
      const name = localName(one);
      if (seen.has(name))
        wrong.push({ at: `${list}[${i}]`, message: "Another one has this name. Give it a ref of its own." });
      seen.add(name);
    }
    names[kind as RefKind] = seen;
  }
  return { names, wrong };
}

const what: Record<RefKind, string> = {
  ...{ agent: "agent", task: "task", tool: "tool", model: "model", datasource: "datasource", variable: "variable" },
  person: "person",
};

/** Names that nothing in the file has. */
function lostRefs(file: TransferFile, names: Record<RefKind, Set<string>>): Wrong[] {
  const wrong: Wrong[] = [];
  for (const { kind, at, part } of partsOf(file))
    mapRefs(kind, part, (of, name, inside) => {
      if (!names[of].has(name))
        wrong.push({ at: `${at}.${inside}`, message: `The file has no ${what[of]} of this name.` });
      return name;
    });
  return wrong;
}

/** A task whose context leads back to it. */
function circles({ tasks }: TransferFile): Wrong[] {
  const contexts = new Map(tasks.map((task) => [localName(task), task.context]));
  return tasks.flatMap((task, i) => {
    const seen = new Set<string>();
    const open = [...task.context];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(contexts.get(name) ?? []));
    }
    return seen.has(localName(task)) ? [{ at: `tasks[${i}].context`, message: "This task waits for itself." }] : [];
  });
}

/** Definitions that their type does not take. */
function definitions({ tools }: TransferFile): Wrong[] {
  return tools.flatMap((tool, i) => {
    try {
      definedOf(tool);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { issues = [{ path: "", message: error.message }] } = error.extra;
      return issues.map(({ path, message }) => ({
        at: placeOf([...`tools.${i}.definition`.split("."), ...path.split(".").filter(Boolean)].map(index)),
        message,
      }));
    }
  });
}

const index = (part: string): PropertyKey => (/^\d+$/.test(part) ? Number(part) : part);

function versionProblem(value: unknown): string | undefined {
  if (!isObject(value) || Array.isArray(value) || !Object.hasOwn(value, "muster"))
    return "This is no file of an app: it begins with muster: and the version of the file.";
  const { muster } = value as { muster: unknown };
  if (muster === fileVersion) return undefined;
  const said = typeof muster === "number" ? ` This one says ${muster}.` : "";
  return `This server reads files of version ${fileVersion}.${said}`;
}

/** Reads a file without believing any of it. Throws 400 whose sentences name line and place. */
export async function readFile(text: string, signal: AbortSignal): Promise<{ file: TransferFile; lines: Lines }> {
  const reply = await readYaml({ text: text.replace(/^\ufeff/, ""), of: "file" }, signal);
  if ("failure" in reply) throw whole(failures[reply.failure]);
  if ("problem" in reply) throw unreadable(reply);
  const { value, lines } = reply;
  const version = versionProblem(value);
  if (version) throw whole(version);
  const parsed = transferFile.safeParse(value, { error: issueSentence });
  if (!parsed.success) throw refused(issuesAt(lines, ofZod(parsed.error)));
  const file = parsed.data;
  const { names, wrong } = namesOf(file);
  const all = [...wrong, ...lostRefs(file, names), ...circles(file), ...orderProblems(file), ...definitions(file)];
  if (all.length > 0) throw refused(issuesAt(lines, all));
  return { file, lines };
}
