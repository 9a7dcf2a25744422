/** The provider package alone in a bare Node process, called as the engine calls it. */
import { createOpenAI } from "@ai-sdk/openai";
import { serve, type Work } from "../child";
import { type StreamFigures, spread, TokenReader } from "../tokens";

export type ProviderReader = Work<
  { baseUrl: string; model: string; streams: number; overMs: number; tokens: number },
  StreamFigures[]
>;

serve<ProviderReader>(({ baseUrl, model, streams, overMs, tokens }) => {
  const provider = createOpenAI({ apiKey: "sk-bench", baseURL: baseUrl });
  return spread(Array.from({ length: streams }), overMs, async () => {
    const reader = new TokenReader(performance.now());
    try {
      const { stream } = await provider.chat(model).doStream({
        prompt: [
          { role: "system", content: "Be brief." },
          { role: "user", content: [{ type: "text", text: "Count" }] },
        ],
      });
      for await (const part of stream) {
        if (part.type === "text-delta") reader.add(part.delta);
        else if (part.type === "error") throw part.error;
      }
      return reader.figures(tokens);
    } catch (error) {
      return { ...reader.figures(tokens), error: String(error) };
    }
  });
});
