export type DemoFailure = "401" | "404" | "429" | "500" | "cut" | "empty" | "hang";
const failures: readonly DemoFailure[] = ["401", "404", "429", "500", "cut", "empty", "hang"];

export interface Knobs {
  /** Milliseconds to the first token. */
  ttft: number;
  /** Tokens per second. */
  tps: number;
  /** Tokens per chunk of the stream. */
  chunk: number;
  /** Number of tools to call first, whatever the question. */
  tools: number;
  /** Minimum words of the response. */
  words: number;
  fail: DemoFailure | undefined;
}

/** `demo-chat:ttft=200,tps=80,chunk=1,tools=1,words=400,fail=429`; unknown knobs are ignored, extreme values clamped. */
export function readKnobs(model: string): Knobs {
  const pairs = new Map<string, string>();
  for (const pair of model.slice(`${model}:`.indexOf(":") + 1).split(",")) {
    const [name = "", value = ""] = pair.split("=");
    pairs.set(name.trim(), value.trim());
  }
  const getNumber = (name: string, fallback: number, min: number, max: number) => {
    const text = pairs.get(name);
    const value = text ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : fallback;
  };
  return {
    ttft: getNumber("ttft", 150, 0, 60_000),
    tps: getNumber("tps", 60, 0.1, 10_000),
    chunk: Math.round(getNumber("chunk", 1, 1, 1_000)),
    tools: Math.round(getNumber("tools", 0, 0, 16)),
    words: Math.round(getNumber("words", 0, 0, 20_000)),
    fail: failures.find((name) => name === pairs.get("fail")),
  };
}
