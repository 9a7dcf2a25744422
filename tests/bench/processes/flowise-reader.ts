/** Sends a question to a Flowise chatflow over its prediction API, and reads the answer as a stream. */
import { createParser } from "eventsource-parser";
import { Agent, request } from "undici";
import { z } from "zod";
import { serve, type Work } from "../child";
import { type StreamFigures, spread, TokenReader } from "../tokens";

export interface FlowiseJob {
  url: string;
  cookie: string;
  /** Inputs of the chatflow's model. */
  override: Record<string, string>;
  streams: number;
  overMs: number;
  tokens: number;
}

export type FlowiseReader = Work<FlowiseJob, StreamFigures[]>;

/** Flowise names an event in its data. */
const flowiseEvent = z.object({ event: z.string(), data: z.unknown() });

const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 0, connectTimeout: 60_000 });

serve<FlowiseReader>(({ url, cookie, override, streams, overMs, tokens }) =>
  spread(Array.from({ length: streams }), overMs, async () => {
    const reader = new TokenReader(performance.now());
    try {
      const answer = await request(url, {
        dispatcher,
        method: "POST",
        headers: { "content-type": "application/json", "x-request-from": "internal", cookie },
        body: JSON.stringify({ question: "Count", streaming: true, overrideConfig: override }),
      });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await answer.body.text()}`);
      const onEvent = (message: { data: string }) => {
        const { event, data } = flowiseEvent.parse(JSON.parse(message.data));
        if (event === "token") reader.add(String(data));
        else if (event === "error") throw new Error(String(data));
      };
      const parser = createParser({ onEvent });
      for await (const chunk of answer.body.setEncoding("utf8")) parser.feed(String(chunk));
      if (reader.firstMs === null)
        throw new Error("No token of the stand-in: does the chatflow allow modelName and basepath to be overridden?");
      return reader.figures(tokens);
    } catch (error) {
      return { ...reader.figures(tokens), error: String(error) };
    }
  }),
);
