import { mapAssertions } from "../../../../engine/evaluations/import/assertions.ts";
import { Drafts } from "../../../../engine/evaluations/import/draft.ts";
import { fillTemplate } from "../../../../engine/evaluations/import/fill-template.ts";
import type { ForeignCase, ParsedFile } from "../shared/foreign.ts";
import { asList, asRecord, asText, isBlank, isRecord, type Json, parseInner } from "../shared/values.ts";
import { toConversation } from "./conversation.ts";
import type { TestDrafts } from "./test-drafts.ts";

/** A configuration of promptfoo. */
export const recognizesPromptfoo = ({ value }: ParsedFile): boolean =>
  isRecord(value) &&
  (Array.isArray(value.tests) || typeof value.tests === "string") &&
  ("prompts" in value || "providers" in value || "targets" in value || "defaultTest" in value);

const isFile = (value: unknown): boolean => typeof value === "string" && value.startsWith("file://");
/** A prompt that isn't a text: a file, a program or an address. */
const isElsewhere = (prompt: string): boolean =>
  ["file://", "exec:", "http://", "https://", "package:"].some((start) => prompt.startsWith(start));

const toText = (value: unknown): string =>
  isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : asText(value);

/** The first prompt that is a text. */
function findPrompt(prompts: unknown): string {
  const texts = (Array.isArray(prompts) ? prompts : [prompts]).map((one) =>
    isRecord(one) ? asText(one.raw ?? one.content) : asText(one),
  );
  return texts.find((text) => text.trim() !== "" && !isElsewhere(text)) ?? "";
}

/** The message of a test: the prompt with its variables, or only the variables. */
function toMessages(prompt: string, vars: Json): ReturnType<typeof toConversation> {
  const entries = Object.entries(vars);
  const [only] = entries;
  const bare =
    entries.length === 1 && only
      ? toText(only[1])
      : entries.map(([name, value]) => `${name}: ${toText(value)}`).join("\n");
  if (prompt === "") return { input: bare.trim(), history: [], notes: [] };
  const content = parseInner(prompt);
  const fill = (text: string) => fillTemplate(text, vars);
  if (!Array.isArray(content)) return { input: fill(prompt).trim(), history: [], notes: [] };
  return toConversation(content.map((one) => (isRecord(one) ? { ...one, content: fill(asText(one.content)) } : one)));
}

/** What of a test refers to files, which are never read. */
const listFiles = (vars: Json): string[] =>
  Object.entries(vars).flatMap(([name, value]) => (isFile(value) ? [name] : []));

function toChecks(assertions: unknown[], vars: Json): { checks: ForeignCase["checks"]; notes: string[] } {
  const drafts = new Drafts();
  const files = assertions.filter((one) => isRecord(one) && isFile(one.value));
  const own = assertions.filter((one) => !files.includes(one));
  const checks = mapAssertions(own, "the test", drafts, (text) => fillTemplate(text, vars));
  const types = files.map((one) => asText(asRecord(one).type)).join(", ");
  const left = files.length > 0 ? [`Assertions that refer to files were left out: ${types}.`] : [];
  return { checks, notes: [...left, ...drafts.notes] };
}

const settingNotes: Record<string, string> = {
  providers: "The app's own models are used.",
  targets: "The app's own models are used.",
  scenarios: "Muster's test sets have no scenarios.",
};
const ownFields = ["tests", "prompts", "defaultTest", "description", "$schema"];

function addSettings(value: Json, prompt: string, drafts: TestDrafts): void {
  const prompts = asList(value.prompts).length > 0 ? asList(value.prompts) : [value.prompts];
  if (!isBlank(value.prompts)) {
    const part = drafts.part("prompts", "setting");
    if (prompt === "") part.left("The prompts aren't texts. Each test sends its variables as the message.");
    else
      part.approximated(
        `Each test sends ${prompts.length > 1 ? "the first prompt" : "the prompt"} with its variables as the message.`,
      );
  }
  for (const [name, setting] of Object.entries(value)) {
    if (ownFields.includes(name) || isBlank(setting)) continue;
    const note = Object.hasOwn(settingNotes, name) ? settingNotes[name] : undefined;
    drafts.part(name, "setting").left(note ?? "It's a setting of promptfoo.");
  }
}

/** Adds a case for each test. Variables that the app has are set; files, programs and addresses are left out. */
export function readPromptfoo({ value, path }: ParsedFile, known: ReadonlySet<string>, drafts: TestDrafts): void {
  const own = asRecord(value);
  const prompt = findPrompt(own.prompts);
  addSettings(own, prompt, drafts);
  const preset = asRecord(own.defaultTest);
  for (const [i, test] of (Array.isArray(own.tests) ? own.tests : [own.tests]).entries()) {
    const fields = asRecord(test);
    const part = drafts.part(asText(fields.description) || `${path}: test ${i + 1}`, "test");
    const vars = { ...asRecord(preset.vars), ...asRecord(fields.vars) };
    const files = listFiles(vars);
    const assertions = [...asList(preset.assert), ...asList(fields.assert)];
    const { input, history, notes } = toMessages(prompt, vars);
    const { checks, notes: more } = toChecks(assertions, vars);
    if (!isRecord(test)) part.left("The tests are in another file, which isn't read.");
    else if (files.length > 0) part.left(`Its variables refer to files, which aren't read: ${files.join(", ")}.`);
    else if (input === "") part.left("It has no prompt and no variables.");
    else if (assertions.length > 0 && checks.length === 0)
      part.left(["None of its assertions can be imported.", ...more].join(" "));
    else {
      const set = Object.entries(vars).filter(([name]) => known.has(name));
      const variables = Object.fromEntries(set.map(([name, one]) => [name, toText(one)]));
      drafts.keep(part, { input, history, variables, checks }, [...notes, ...more]);
    }
  }
}
