import { readAgentBuilder, recognizesAgentBuilder } from "./agent-builder/read.ts";
import { readCrewai, recognizesCrewai } from "./crewai/read.ts";
import { readDify, recognizesDify } from "./dify/read.ts";
import { readFlowise, recognizesFlowise } from "./flowise/read.ts";
import { readLangflow, recognizesLangflow } from "./langflow/read.ts";
import {
  type ForeignEntry,
  type ForeignFile,
  type ForeignImport,
  ForeignProblem,
  type ForeignSystem,
  type ParsedFile,
} from "./shared/foreign.ts";
import { mayBeOwn } from "./shared/own-file.ts";
import { parseContent } from "./shared/parse.ts";
import { type FoundSecret, findSecrets, removeSecrets } from "./shared/secrets.ts";
import { isRecord } from "./shared/values.ts";

interface System {
  recognizes: (file: ParsedFile) => boolean;
  read: (files: readonly ParsedFile[]) => ForeignImport;
}

/** In the order in which they are tried: the content alone distinguishes the formats. */
const systems: [ForeignSystem, System][] = [
  ["langflow", { recognizes: recognizesLangflow, read: readLangflow }],
  ["flowise", { recognizes: recognizesFlowise, read: readFlowise }],
  ["dify", { recognizes: recognizesDify, read: readDify }],
  ["crewai", { recognizes: recognizesCrewai, read: readCrewai }],
  ["agent-builder", { recognizes: recognizesAgentBuilder, read: readAgentBuilder }],
];

const maxSecrets = 300;
const unknown =
  "This isn't an exported app. Choose a file from Muster, Flowise, Dify, CrewAI, Langflow or OpenAI Agent Builder.";

/** The parts that are not the app's, such as other files, at the end of the report. */
function addParts(found: ForeignImport, more: readonly ForeignEntry[]): ForeignImport {
  const report = [...found.report, ...more];
  return { ...found, report, source: { ...found.source, parts: report.length } };
}

/** Secrets are parts of the source of their own: they are neither kept nor shown. */
const toSecretEntry = ({ field }: FoundSecret): ForeignEntry => ({
  part: field || "Secret",
  type: "secret",
  outcome: "needs",
  note: "The file contained this secret in clear text. It wasn't imported. Revoke it, and enter a new one where it's needed.",
});

const toFileEntry = ({ path }: ParsedFile): ForeignEntry => ({
  part: path,
  type: "file",
  outcome: "left",
  note: "Not part of the app.",
});

function parseAll(files: readonly ForeignFile[]): { parsed: ParsedFile[]; problem: ForeignProblem | undefined } {
  const parsed: ParsedFile[] = [];
  let problem: ForeignProblem | undefined;
  for (const file of files) {
    try {
      parsed.push({ ...file, value: parseContent(file.text, file.path) });
    } catch (error) {
      if (!(error instanceof ForeignProblem)) throw error;
      problem ??= error;
    }
  }
  return { parsed, problem };
}

/** The system that files come from, by their content. */
function recognize(files: readonly ParsedFile[]): ForeignSystem | undefined {
  return systems.find(([, { recognizes }]) => files.some(recognizes))?.[0];
}

function read(files: readonly ForeignFile[]): ForeignImport {
  const { parsed, problem } = parseAll(files);
  const secrets: FoundSecret[] = [];
  for (const { value, path } of parsed) {
    const found = findSecrets(value);
    if (found.problem) throw new ForeignProblem(`${path}: ${found.problem}`);
    secrets.push(...found.secrets.filter((one) => secrets.every((other) => other.value !== one.value)));
  }
  const system = recognize(parsed);
  const own = systems.find(([name]) => name === system)?.[1];
  if (!own) throw problem ?? new ForeignProblem(unknown);
  const others = parsed.filter((file) => !own.recognizes(file));
  if (secrets.length > maxSecrets)
    throw new ForeignProblem("The files have too many keys and passwords in clear text. Remove them first.");
  const whole = addParts(own.read(parsed), [...others.map(toFileEntry), ...secrets.map(toSecretEntry)]);
  return removeSecrets(whole, secrets);
}

/** Reads files of another system. Nothing in them is run or requested. */
export function readForeignFiles(
  files: readonly ForeignFile[],
): ForeignImport | { muster: string } | { problem: string } {
  const [first, ...others] = files;
  try {
    if (first && others.length === 0 && mayBeOwn(first.text) && !isForeign(first)) return { muster: first.text };
    return read(files);
  } catch (error) {
    if (error instanceof ForeignProblem) return { problem: error.message };
    if (error instanceof RangeError) return { problem: "The file is nested too deeply." };
    throw error;
  }
}

/** Whether a text that looks like an app's own file comes from another system. */
function isForeign(file: ForeignFile): boolean {
  const { parsed } = parseAll([file]);
  return parsed.some(({ value }) => !isRecord(value) || !("muster" in value)) && recognize(parsed) !== undefined;
}
