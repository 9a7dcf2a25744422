/** Reads event streams over plain HTTP: the stand-in called directly, the bare route, or Muster's `/v1`. */
import { Agent, request } from "undici";
import { serve, type Work } from "../child";
import { type StreamFigures, spread, TokenReader } from "../tokens";

export type DirectReader = Work<DirectJob, StreamFigures[]>;

export interface DirectCall {
  key: string;
  body: object;
}

export interface DirectJob {
  url: string;
  body?: object;
  /** Keys and bodies that the streams use in turn. */
  calls?: DirectCall[];
  streams: number;
  overMs: number;
  tokens: number;
}

const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 0, connectTimeout: 60_000 });

serve<DirectReader>(({ url, body, calls = [], streams, overMs, tokens }) =>
  spread([...Array(streams).keys()], overMs, async (i) => {
    const reader = new TokenReader(performance.now());
    try {
      const call = calls[i % calls.length];
      const headers = { "content-type": "application/json", ...(call && { authorization: `Bearer ${call.key}` }) };
      const json = JSON.stringify(call?.body ?? body);
      const sent = json ? ({ method: "POST", body: json, headers } as const) : {};
      const answer = await request(url, { dispatcher, ...sent });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await answer.body.text()}`);
      for await (const chunk of answer.body) reader.add(String(chunk));
      return reader.figures(tokens);
    } catch (error) {
      return { ...reader.figures(tokens), error: String(error) };
    }
  }),
);
