/** Asks a chatflow of Flowise over its prediction API and reads the answer as it is written. */
import { Agent, request } from "undici";
import { serve, type Work } from "../child";
import { FlowiseEvents } from "../flowise-events";
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

const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 0, connectTimeout: 60_000 });

serve<FlowiseReader>(({ url, cookie, override, streams, overMs, tokens }) =>
  spread(Array.from({ length: streams }), overMs, async () => {
    const reader = new TokenReader(performance.now());
    const events = new FlowiseEvents();
    try {
      const answer = await request(url, {
        dispatcher,
        method: "POST",
        headers: { "content-type": "application/json", "x-request-from": "internal", cookie },
        body: JSON.stringify({ question: "Count", streaming: true, overrideConfig: override }),
      });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${await answer.body.text()}`);
      for await (const chunk of answer.body)
        for (const { event, data } of events.add(String(chunk))) {
          if (event === "token") reader.add(String(data));
          else if (event === "error") throw new Error(String(data));
        }
      if (reader.firstMs === null)
        throw new Error("No token of the stand-in: does the chatflow allow modelName and basepath to be overridden?");
      return reader.figures(tokens);
    } catch (error) {
      return { ...reader.figures(tokens), error: String(error) };
    }
  }),
);
