import { createOpenAI } from "@ai-sdk/openai";

export const dynamic = "force-dynamic";

/** The least that streams a model's answer to a reader: no account, no database, nothing kept. */
export async function GET(request: Request): Promise<Response> {
  const model = new URL(request.url).searchParams.get("model") ?? "";
  const provider = createOpenAI({ apiKey: "sk-bench", baseURL: process.env.OPENAI_BASE_URL });
  const { stream } = await provider.chat(model).doStream({
    prompt: [{ role: "user", content: [{ type: "text", text: "Count" }] }],
    abortSignal: request.signal,
  });
  const encoder = new TextEncoder();
  const body = stream.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        if (part.type === "text-delta") controller.enqueue(encoder.encode(`data: ${JSON.stringify(part.delta)}\n\n`));
      },
    }),
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}
