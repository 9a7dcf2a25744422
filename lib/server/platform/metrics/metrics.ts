import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** A gauge or counter that is read when it is scraped: its value, or its values by label. */
export interface Reading {
  name: string;
  help: string;
  type: "gauge" | "counter";
  /** The label of the values; without it, there is one. */
  label?: string;
  read: () => number | Record<string, number> | Promise<number | Record<string, number>>;
}

interface ModelCall {
  provider: string;
  seconds: number;
  firstTokenSeconds: number | null;
  inputTokens: number;
  outputTokens: number;
  /** The kind of the error; "" for none. */
  error: string;
}

/** Measures this process, for Prometheus. No label contains the id of a team, an account or a resource. */
export interface Metrics {
  addCall(endpoint: string, status: number, seconds: number): void;
  addRun(status: string, seconds: number): void;
  addModelCall(call: ModelCall): void;
  /** In Prometheus's text format. */
  print(): Promise<{ type: string; text: string }>;
}

const callSeconds = [0.01, 0.05, 0.25, 1, 5];
const firstTokenSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const workSeconds = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

export function createMetrics(readings: readonly Reading[]): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const reading of readings) register(registry, reading);
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const calls = counter("muster_api_requests_total", "API calls.", ["endpoint", "status"]);
  const callDuration = histogram(
    "muster_api_request_duration_seconds",
    "Duration of API calls.",
    ["endpoint"],
    callSeconds,
  );
  const runs = histogram(
    "muster_run_duration_seconds",
    "Time from the start of a run to its end.",
    ["status"],
    workSeconds,
  );
  const modelCalls = histogram(
    "muster_model_call_duration_seconds",
    "Duration of model calls.",
    ["provider", "error"],
    workSeconds,
  );
  const firstTokens = histogram(
    "muster_model_first_token_seconds",
    "Time to a model's first token.",
    ["provider"],
    firstTokenSeconds,
  );
  const tokens = counter("muster_model_tokens_total", "Tokens of model calls.", ["provider", "type"]);
  return {
    addCall(endpoint, status, seconds) {
      calls.inc({ endpoint, status: `${Math.floor(status / 100)}xx` });
      callDuration.observe({ endpoint }, seconds);
    },
    addRun: (status, seconds) => runs.observe({ status }, seconds),
    addModelCall({ provider, seconds, firstTokenSeconds: first, inputTokens, outputTokens, error }) {
      modelCalls.observe({ provider, error }, seconds);
      if (first !== null) firstTokens.observe({ provider }, first);
      tokens.inc({ provider, type: "input" }, inputTokens);
      tokens.inc({ provider, type: "output" }, outputTokens);
    },
    print: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

/** One that cannot be read is left out of the response. */
function register(registry: Registry, { name, help, type, label, read }: Reading): void {
  const labelNames = label ? [label] : [];
  const options = { name, help, labelNames, registers: [registry] };
  const readValues = async (): Promise<[string, number][]> => {
    const value = await read();
    return typeof value === "number" ? [["", value]] : Object.entries(value);
  };
  async function collect(this: Gauge | Counter): Promise<void> {
    const values = await readValues().catch(() => []);
    // Without waiting between them: requests share the values.
    this.reset();
    // A reset metric without labels is 0.
    if (!label) this.remove();
    for (const [key, one] of values) this.inc(label ? { [label]: key } : {}, one);
  }
  if (type === "gauge") new Gauge({ ...options, collect });
  else new Counter({ ...options, collect });
}
