/**
 * A model in OpenAI's wire format. The model's name carries what it does: `bench:ttft=300,tps=20,tokens=100`, `hang=1`
 * for one that never sends a token. Each token is `<number>:<milliseconds> ` with the moment at which it was written.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { loopbackServer } from "../../support/loopback-server";
import { serve, type Work } from "../child";

export type ModelStandin = Work<"address" | "left", { url: string; left: Record<string, number> }>;

/** When the caller of a stream left before its end, by the text of its last message. */
let left: Record<string, number> = {};

interface Asked {
  stream?: boolean;
  model: string;
  messages: { role: string; content: string | { text?: string }[] }[];
}

const knob = (model: string, name: string, otherwise: number): number =>
  Number(new RegExp(`[:,]${name}=(\\d+)`).exec(model)?.[1] ?? otherwise);

const chunk = (model: string, delta: object, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = JSON.parse((await readText(request)) || "{}") as Asked;
  if (!asked.stream) {
    const message = { role: "assistant", content: "0:0 " };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({
        id: "chatcmpl-bench",
        object: "chat.completion",
        created: 1,
        model: asked.model,
        choices,
        usage,
      }),
    );
    return;
  }
  stream(asked, response);
}

function stream({ model, messages }: Asked, response: ServerResponse): void {
  const tokens = knob(model, "tokens", 100);
  const everyMs = 1_000 / knob(model, "tps", 20);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(chunk(model, { role: "assistant", content: "" }));
  response.once("close", () => {
    clearTimeout(timer);
    if (!response.writableFinished) left[lastText(messages)] = Date.now();
  });
  const first = Date.now() + knob(model, "ttft", 0);
  let written = 0;
  const next = () => {
    // A late timer catches up: the pace does not depend on how busy the machine is.
    while (written < tokens && Date.now() >= first + written * everyMs) {
      response.write(chunk(model, { content: `${written}:${Date.now()} ` }));
      written += 1;
    }
    if (written < tokens) {
      timer = setTimeout(next, first + written * everyMs - Date.now());
      return;
    }
    response.write(chunk(model, {}, "stop"));
    const usage = { prompt_tokens: 10, completion_tokens: tokens, total_tokens: tokens + 10 };
    response.write(
      `data: ${JSON.stringify({ id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1, model, choices: [], usage })}\n\n`,
    );
    response.end("data: [DONE]\n\n");
  };
  let timer = knob(model, "hang", 0) ? undefined : setTimeout(next, first - Date.now());
}

function lastText(messages: Asked["messages"]): string {
  const content = messages.at(-1)?.content ?? "";
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

const server = await loopbackServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});
server.server.keepAliveTimeout = 60_000;

serve<ModelStandin>(async (job) => {
  const answered = left;
  if (job === "left") left = {};
  return { url: server.url, left: answered };
});
