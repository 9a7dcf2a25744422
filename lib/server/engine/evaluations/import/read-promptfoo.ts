import { isRecord } from "../../../../utils/json/is-object.ts";
import { capitalize } from "../../../../utils/text/capitalize.ts";
import { parseYaml } from "../../../platform/yaml/parse-yaml.ts";
import { mapAssertions } from "./assertions.ts";
import { type Drafts, ImportProblem } from "./draft.ts";
import { fillTemplate } from "./fill-template.ts";

function readPrompt(prompts: unknown, drafts: Drafts): string {
  const [first, ...others] = Array.isArray(prompts) ? prompts : [prompts];
  const prompt = isRecord(first) ? (first.raw ?? first.content) : first;
  if (typeof prompt !== "string" || prompt.trim() === "") throw new ImportProblem("Add a prompt under “prompts”.");
  if (/^(file|exec|https?):/.test(prompt)) throw new ImportProblem("Enter the prompt's text instead of a file.");
  if (others.length > 0) drafts.note("Only the first prompt was imported.");
  return prompt;
}

function readFile(text: string): { file: Record<string, unknown>; lines: Record<string, number> } {
  const reply = parseYaml({ text, of: "file" });
  if ("problem" in reply) {
    const place = reply.line === null ? "" : `Line ${reply.line}: `;
    throw new ImportProblem(`${place}the YAML can't be read. ${reply.problem.slice(0, 200)}`);
  }
  if (!isRecord(reply.value)) throw new ImportProblem("The file has no “prompts” or “tests”.");
  return { file: reply.value, lines: reply.lines };
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** Tests of a promptfoo configuration: its first prompt, filled with their variables, is the input. */
export function readPromptfoo(text: string, drafts: Drafts): void {
  const { file, lines } = readFile(text);
  if (!Array.isArray(file.tests)) throw new ImportProblem("Add a list of tests under “tests”.");
  const prompt = readPrompt(file.prompts, drafts);
  if (file.providers !== undefined) drafts.note("“providers” was ignored: the agent's own model is used.");
  const preset = toRecord(file.defaultTest);
  for (const [i, test] of file.tests.entries()) {
    const place = `test ${i + 1} (line ${lines[`tests[${i}]`] ?? "unknown"})`;
    if (!isRecord(test)) {
      drafts.note(`${capitalize(place)} isn't an object and was skipped.`);
      continue;
    }
    const variables = { ...toRecord(preset.vars), ...toRecord(test.vars) };
    if (Object.values(variables).some(Array.isArray))
      drafts.note(`${capitalize(place)} has a list as a variable, which was inserted as JSON.`);
    const assertions = [...toList(preset.assert), ...toList(test.assert)];
    const checks = mapAssertions(assertions, place, drafts, (value) => fillTemplate(value, variables));
    if (!drafts.add({ place, input: fillTemplate(prompt, variables), checks })) return;
  }
}
