import { newConversations } from "../people";
import { withServer } from "../place";
import type { Row } from "../report";
import { quantile } from "../stats";
import { Readers } from "../stream-case";

const runs = 60;

interface Case {
  name: string;
  model: string;
  /** After the run was accepted. */
  cancelAfterMs: number;
}

const cases: Case[] = [
  { name: "mid-answer", model: "bench:ttft=50,tps=20,tokens=2000", cancelAfterMs: 1_000 },
  { name: "with an unresponsive provider", model: "bench:hang=1", cancelAfterMs: 1_000 },
  { name: "before the first token", model: "bench:ttft=5000,tps=20,tokens=10", cancelAfterMs: 0 },
];

/** From sending `cancel` to the run's last status at a reader, and to the provider seeing its caller leave. */
export async function cancel(): Promise<Row[]> {
  const readers = await Readers.start();
  try {
    return await withServer({ OPENAI_BASE_URL: readers.baseUrl }, async (server) => {
      const rows: Row[] = [];
      for (const { name, model, cancelAfterMs } of cases) {
        const conversations = await newConversations(server.url, model, runs);
        const { talk } = await readers.join(conversations, 0);
        await readers.standin.ask("left");
        const read = await talk({ overMs: 3_000, cancelAfterMs });
        const { left } = await readers.standin.ask("left");
        const ended = read.flatMap(({ cancelledMs }) => cancelledMs ?? []);
        const released = conversations.flatMap(({ sessionId }, i) => {
          const [at, asked] = [left[sessionId], read[i]?.cancelAt];
          // A run that was stopped before it called the provider never had a request to end.
          return at !== undefined && asked !== undefined ? at - asked : [];
        });
        const other = read.filter(({ status }) => status !== "cancelled");
        const bound = { of: "figure", value: 1_000 } as const;
        rows.push(
          { name: `cancel ${name}: p50`, figure: quantile(ended, 0.5), unit: "ms", note: `${runs} runs` },
          { name: `cancel ${name}: p99`, figure: quantile(ended, 0.99), unit: "ms", bound },
          {
            name: `cancel ${name}: provider request closed, p99`,
            figure: quantile(released, 0.99),
            unit: "ms",
            bound,
            note: `${released.length} requests`,
          },
          {
            name: `cancel ${name}: runs with another final status`,
            figure: other.length,
            unit: "",
            bound: { of: "figure", value: 0 },
            note: other[0]?.error?.slice(0, 200),
          },
        );
      }
      return rows;
    });
  } finally {
    await readers.end();
  }
}
