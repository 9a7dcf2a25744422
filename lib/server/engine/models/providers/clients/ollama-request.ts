import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { convertToBase64 } from "@ai-sdk/provider-utils";

interface OllamaMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
  thinking?: string;
  images?: string[];
  tool_calls?: { id: string; function: { name: string; arguments: object } }[];
  tool_name?: string;
  tool_call_id?: string;
}

const minContext = 4_096;
const defaultAnswerTokens = 1_024;

/** The body of `/api/chat`, and warnings for unsupported options. */
export function buildOllamaRequest(
  model: string,
  options: LanguageModelV4CallOptions,
  contextWindow: number | undefined,
) {
  const warnings: SharedV4Warning[] = [];
  const messages = options.prompt.flatMap((message) => toMessages(message, warnings));
  const { toolChoice, responseFormat, reasoning = "provider-default" } = options;
  if (toolChoice?.type === "required") warnings.push({ type: "unsupported", feature: "toolChoice required" });
  const tools = toolChoice?.type === "none" ? [] : toTools(options);
  const body = {
    model,
    messages,
    tools: tools.length > 0 ? tools : undefined,
    think: reasoning === "provider-default" ? undefined : reasoning !== "none",
    format: responseFormat?.type === "json" ? (responseFormat.schema ?? "json") : undefined,
    options: {
      temperature: options.temperature,
      top_p: options.topP,
      top_k: options.topK,
      seed: options.seed,
      stop: options.stopSequences,
      num_predict: options.maxOutputTokens,
      presence_penalty: options.presencePenalty,
      frequency_penalty: options.frequencyPenalty,
      num_ctx: computeContext(JSON.stringify([messages, tools]), options.maxOutputTokens, contextWindow),
    },
  };
  return { body, warnings };
}

/**
 * Ollama silently truncates prompts beyond its default window. Grown in powers of two, because each change reloads the model,
 * up to the model's own window.
 */
function computeContext(
  prompt: string,
  maxOutputTokens = defaultAnswerTokens,
  contextWindow?: number,
): number | undefined {
  const needed = Math.ceil(prompt.length / 3) + maxOutputTokens;
  if (contextWindow === undefined || needed <= minContext) return undefined;
  return Math.min(2 ** Math.ceil(Math.log2(needed)), contextWindow);
}

function toTools({ tools = [], toolChoice }: LanguageModelV4CallOptions) {
  const onlyTool = toolChoice?.type === "tool" ? toolChoice.toolName : undefined;
  return tools.flatMap((tool) => {
    if (tool.type !== "function" || (onlyTool !== undefined && tool.name !== onlyTool)) return [];
    const { name, description, inputSchema } = tool;
    return [{ type: "function", function: { name, description, parameters: inputSchema } }];
  });
}

function toMessages(message: LanguageModelV4Message, warnings: SharedV4Warning[]): OllamaMessage[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.content }];
    case "user": {
      const files = message.content.filter((part) => part.type === "file");
      const texts = message.content.map((part) => (part.type === "text" ? part.text : getFileText(part)));
      const images = files.flatMap((file) => toImages(file, warnings));
      const content = texts.filter((text) => text !== "").join("\n\n");
      return [{ role: "user", content, ...(images.length > 0 && { images }) }];
    }
    case "assistant": {
      const joinParts = (type: "text" | "reasoning") =>
        message.content.map((part) => (part.type === type ? part.text : "")).join("");
      const tool_calls = message.content.flatMap((part) =>
        part.type === "tool-call"
          ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: toArguments(part.input) } }]
          : [],
      );
      const thinking = joinParts("reasoning");
      const extra = { ...(thinking && { thinking }), ...(tool_calls.length > 0 && { tool_calls }) };
      return [{ role: "assistant", content: joinParts("text"), ...extra }];
    }
    case "tool":
      return message.content.flatMap((part): OllamaMessage[] =>
        part.type === "tool-result"
          ? [
              {
                role: "tool",
                content: toResultText(part.output),
                tool_name: part.toolName,
                tool_call_id: part.toolCallId,
              },
            ]
          : [],
      );
  }
}

/** Ollama accepts arguments only as an object. */
const toArguments = (input: unknown): object => (typeof input === "object" && input !== null ? input : {});

const getFileText = ({ data }: LanguageModelV4FilePart): string => (data.type === "text" ? data.text : "");

function toImages({ data, mediaType }: LanguageModelV4FilePart, warnings: SharedV4Warning[]): string[] {
  if (data.type === "data" && mediaType.startsWith("image")) return [convertToBase64(data.data)];
  if (data.type !== "text") warnings.push({ type: "unsupported", feature: `file of type ${mediaType}` });
  return [];
}

function toResultText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return JSON.stringify(output.value);
    case "execution-denied":
      return output.reason ?? "The call wasn't allowed.";
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
  }
}
