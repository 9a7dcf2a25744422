import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isObject } from "@/lib/utils/json/is-object";
import type { ChatModel } from "../shared/settings";
import type { Take } from "./bounded-answer";

/** Bytes of an incomplete event that are held back until its end. */
const maxHeldBytes = 4 * 1024;
const eventEnd = Buffer.from("\n\n");

/** An event of OpenAI's protocol: its text, and whether it has nothing else. */
interface ReadEvent {
  text: string;
  isPlain: boolean;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Returns undefined for an event in which the client library might find a text that this function does not. */
function readEvent(event: string): ReadEvent | undefined {
  if (event === "data: [DONE]") return { text: "", isPlain: false };
  if (!event.startsWith("data: {")) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(event.slice(6));
  } catch {
    return undefined;
  }
  if (!isObject(body) || !Array.isArray(body.choices) || body.choices.length > 1) return undefined;
  const [choice] = body.choices;
  if (choice === undefined) return { text: "", isPlain: false };
  if (!isObject(choice) || !isObject(choice.delta)) return undefined;
  const { content, role: _, ...others } = choice.delta;
  if (!isAbsent(others.refusal) || !(isAbsent(content) || typeof content === "string")) return undefined;
  const rest = [body.error, body.usage, choice.finish_reason, choice.logprobs, ...Object.values(others)];
  const text = typeof content === "string" ? content : "";
  return { text, isPlain: text !== "" && rest.every(isAbsent) };
}

/**
 * Texts of one streamed answer in OpenAI's protocol, on a path around the client library, whose chain of streams takes half of
 * the processor time of an answer. Everything but plain text goes through it, and so does the first text, for which it waits.
 * Texts keep their order: they bypass the library only while it holds none back.
 */
class TextBypass {
  #held: Uint8Array = new Uint8Array();
  /** Texts that the library was given, less those that it has returned. */
  #inLibrary = 0;
  #isOpen = true;
  #hasStarted = false;
  #controller: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined;

  readonly take: Take = (piece) => {
    if (!this.#isOpen) return piece;
    const bytes =
      this.#held.length > 0
        ? Buffer.concat([this.#held, piece])
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    const end = bytes.lastIndexOf(eventEnd);
    const complete = bytes.subarray(0, end < 0 ? 0 : end + eventEnd.length);
    this.#held = bytes.subarray(complete.length);
    const events = complete.toString("utf8").split("\n\n").slice(0, -1).map(readEvent);
    const found = events.filter((event) => event !== undefined);
    this.#isOpen = this.#held.length <= maxHeldBytes && found.length === events.length;
    if (!this.#isOpen) return bytes;
    if (this.#hasStarted && this.#inLibrary === 0 && found.every(({ isPlain }) => isPlain)) {
      for (const { text } of found) this.#controller?.enqueue({ type: "text-delta", id: "0", delta: text });
      return bytes.subarray(0, 0);
    }
    this.#inLibrary += found.filter(({ text }) => text !== "").length;
    return complete;
  };

  /** What the library returns, with the texts that bypass it. */
  merge(parts: ReadableStream<LanguageModelV4StreamPart>): ReadableStream<LanguageModelV4StreamPart> {
    const reader = parts.getReader();
    return new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value);
        if (value.type !== "text-delta" || value.delta === "") return;
        this.#inLibrary -= 1;
        this.#hasStarted = true;
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }
}

/** The model with a bypass for its texts. `create` makes the library's model for one answer. */
export const withTextBypass = (model: ChatModel, create: (take: Take) => Promise<ChatModel>): ChatModel => ({
  specificationVersion: "v4",
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: (options) => model.doGenerate(options),
  async doStream(options) {
    const bypass = new TextBypass();
    const { stream, ...rest } = await (await create(bypass.take)).doStream(options);
    return { ...rest, stream: bypass.merge(stream) };
  },
});
