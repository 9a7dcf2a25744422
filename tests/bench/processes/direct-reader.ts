/** Reads event streams over plain HTTP: the stand-in called directly, or the bare route. */
import { Agent, request } from "undici";
import { serve, type Work } from "../child";
import { type StreamFigures, spread, TokenReader } from "../tokens";

export type DirectReader = Work<
  { url: string; body?: object; streams: number; overMs: number; tokens: number },
  StreamFigures[]
>;

const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 0, connectTimeout: 60_000 });

serve<DirectReader>(({ url, body, streams, overMs, tokens }) =>
  spread(Array.from({ length: streams }), overMs, async () => {
    const reader = new TokenReader(performance.now());
    try {
      const headers = { "content-type": "application/json" };
      const sent = body ? ({ method: "POST", body: JSON.stringify(body), headers } as const) : {};
      const answer = await request(url, { dispatcher, ...sent });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await answer.body.text()}`);
      for await (const chunk of answer.body) reader.add(String(chunk));
      return reader.figures(tokens);
    } catch (error) {
      return { ...reader.figures(tokens), error: String(error) };
    }
  }),
);
