/**
 * Embedding models in OpenAI's wire format. `wait`: any vectors, each call answered after so many milliseconds. `meaning`:
 * what a good model does, by construction: texts of one meaning lie close, and numbers and names hardly matter.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { embedWords } from "@/lib/server/engine/models/providers/demo/demo-embedding";
import { loopbackServer } from "../../support/loopback-server";
import { randomFrom } from "../../support/random";
import { serve, type Work } from "../child";
import { topics } from "../retrieval-topics";
import { dimensions } from "../vectors";

type Job = { do: "address"; as: "wait" | "meaning"; ms: number } | { do: "served" };
export type EmbeddingStandin = Work<Job, { url: string; calls: number; texts: number; busyMs: number }>;

let as: "wait" | "meaning" = "wait";
let ms = 0;
/** Since it was last asked: calls, texts, and for how long at least one call was under way. */
let [calls, texts, busyMs] = [0, 0, 0];
let [under, since] = [0, 0];

const direction = (seed: number): number[] => {
  const random = randomFrom(seed);
  return Array.from({ length: dimensions }, () => (random() + random() - 1) / Math.sqrt(dimensions / 6));
};

/** Which of the subjects a text is about; ships and machines are one each, however they are called. */
function subjectOf(text: string): number {
  const found = topics.findIndex((topic) => topic.some((one) => text.includes(one)));
  if (found >= 0) return found;
  return /hours|bar\b|serviced|[A-Z]{2}-\d/.test(text) ? 1_000 : 1_001;
}

function meaningOf(text: string): number[] {
  const [about, words] = [direction(1 + subjectOf(text)), embedWords(text)];
  return about.map((value, i) => value + 0.35 * (words[i] ?? 0));
}

let counted = 0;
function vectorOf(text: string): number[] {
  if (as === "meaning") return meaningOf(text);
  counted += 1;
  return Array.from({ length: dimensions }, (_, i) => Math.sin(counted * 0.37 + i * (1 + (counted % 89))));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input, model, encoding_format } = JSON.parse(await readText(request)) as {
    input: string | string[];
    model: string;
    encoding_format?: string;
  };
  const began = performance.now();
  if (under === 0) since = began;
  const values = [input].flat();
  [calls, texts, under] = [calls + 1, texts + values.length, under + 1];
  const data = values.map((text, index) => {
    const vector = vectorOf(text);
    const bytes = () => Buffer.from(new Float32Array(vector).buffer).toString("base64");
    return { object: "embedding", index, embedding: encoding_format === "base64" ? bytes() : vector };
  });
  const body = JSON.stringify({
    object: "list",
    model,
    data,
    usage: { prompt_tokens: values.length, total_tokens: 1 },
  });
  // What making the vectors took is part of the time, so that it is the same on a busy machine.
  await sleep(Math.max(0, ms - (performance.now() - began)));
  response.writeHead(200, { "content-type": "application/json" }).end(body);
  under -= 1;
  if (under === 0) busyMs += performance.now() - since;
}

const { url } = await loopbackServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

serve<EmbeddingStandin>(async (job) => {
  if (job.do === "address") [as, ms] = [job.as, job.ms];
  const told = { url: `${url}/v1`, calls, texts, busyMs };
  [calls, texts, busyMs] = [0, 0, 0];
  return told;
});
