import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { demoLabel } from "@/lib/constants/demo";
import { citePassages, parsePassages } from "./demo-passages";
import { answerScript, type ToolResult } from "./demo-scripts";
import { answerBySkill } from "./demo-skills";
import { readTask, toBlockQuote, userTexts } from "./demo-words";

const noScript =
  "I'm Muster's **offline demo model**. My answers are scripted, and I don't have one for this request. To get real answers, connect a model from a provider such as OpenAI or Anthropic, or from your own Ollama server.";

/** The offline model's response: scripted, or quoted from tool results, and labeled as a demo. */
export function createDemoAnswer(prompt: LanguageModelV4Prompt): string {
  const texts = userTexts(prompt);
  const request = texts.at(-1) ?? "";
  const results = listResults(prompt);
  const answer =
    answerScript(request, results[0]) ?? describeResults(results, request) ?? answerBySkill(texts) ?? noScript;
  return [answer, describeAttachments(prompt), demoLabel].filter((text) => text !== "").join("\n\n");
}

function listResults(prompt: LanguageModelV4Prompt): ToolResult[] {
  const last = prompt.at(-1);
  if (last?.role !== "tool") return [];
  return last.content.flatMap((part) =>
    part.type === "tool-result" ? [{ tool: part.toolName, text: toResultText(part), failed: isFailed(part) }] : [],
  );
}

function describeResults(results: ToolResult[], request: string): string | undefined {
  if (results.length === 0) return undefined;
  const passages = results.flatMap(({ text }) => parsePassages(text));
  if (passages.length > 0) return citePassages(passages, readTask(request)) ?? noScript;
  return results
    .map(({ tool, text, failed }) => `${failed ? "Error from" : "Result of"} \`${tool}\`:\n\n${toBlockQuote(text)}`)
    .join("\n\n");
}

const isFailed = ({ output }: LanguageModelV4ToolResultPart) =>
  output.type.startsWith("error") || output.type === "execution-denied";

function toResultText({ output }: LanguageModelV4ToolResultPart): string {
  if (output.type === "text" || output.type === "error-text") return output.value;
  if (output.type === "execution-denied") return output.reason ?? "The call wasn't allowed.";
  return JSON.stringify(output.value);
}

function describeAttachments(prompt: LanguageModelV4Prompt): string {
  const content = prompt.findLast(({ role }) => role === "user")?.content;
  if (!Array.isArray(content)) return "";
  const names = content.flatMap((part) => (part.type === "file" ? [part.filename ?? part.mediaType] : []));
  return names.length > 0
    ? `I can't read the attached ${new Intl.ListFormat("en").format(names.map((name) => `\`${name}\``))}.`
    : "";
}
