import { startCollector } from "../../support/standins/collector";
import type { SuiteOptions } from "../options";
import { withServer } from "../place";
import type { Row } from "../report";
import { median } from "../stats";
import { type MusterSummary, Readers } from "../stream-case";
import { rested } from "../stream-round";

const what = { streams: 100, overMs: 5_000, ttft: 300, tokens: 100 };
/** So that metrics are exported during each round. */
const variables = { OTEL_METRIC_EXPORT_INTERVAL: "5000", OTEL_EXPORTER_OTLP_TIMEOUT: "4000" };

const cpuMs = ({ cpu }: MusterSummary): number => (cpu * 1_000) / what.streams;

/** What sending spans and metrics to a collector costs: two servers in turn, of which one has a collector. */
export async function telemetry({ rounds }: SuiteOptions): Promise<Row[]> {
  const collector = await startCollector();
  const readers = await Readers.start();
  const shared = { OPENAI_BASE_URL: readers.baseUrl };
  const sending = { ...shared, ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  try {
    return await withServer(shared, (off) =>
      withServer(sending, async (on) => {
        // The first round warms both up.
        const [without, within]: MusterSummary[][] = [[], []];
        for (let round = 0; round <= rounds; round += 1) {
          const servers = round % 2 === 0 ? [off, on] : [on, off];
          for (const server of servers) {
            const summary = await rested(readers.muster(server, what));
            if (round > 0) (server === on ? within : without)?.push(summary);
          }
        }
        return toRows(without ?? [], within ?? [], collector.spans.length);
      }),
    );
  } finally {
    await readers.end();
    await collector.close();
  }
}

function toRows(without: MusterSummary[], within: MusterSummary[], spans: number): Row[] {
  const pairs = within.map((summary, i) => ({ on: summary, off: without[i] ?? summary }));
  const row = (name: string, unit: string, pick: (summary: MusterSummary) => number): Row => ({
    name,
    figure: median(within.map(pick)),
    unit,
    baseline: { name: "no collector", figure: median(without.map(pick)) },
    ratio: median(pairs.map(({ on, off }) => pick(on) / pick(off))),
  });
  const each = pairs.map(({ on, off }) => `${cpuMs(on).toFixed(1)}/${cpuMs(off).toFixed(1)}`);
  return [
    {
      ...row("CPU time per answer with a collector", "ms", cpuMs),
      note: `each round: ${each.join(", ")}; database included; ${spans} spans`,
    },
    row("first token p95 with a collector", "ms", ({ firstP95 }) => firstP95),
    {
      name: "errors with a collector",
      figure: pairs.flatMap(({ on, off }) => [...on.errors, ...off.errors]).length,
      unit: "",
      bound: { of: "figure", value: 0 },
    },
  ];
}
