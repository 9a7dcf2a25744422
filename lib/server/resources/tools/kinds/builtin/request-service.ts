import type { z } from "zod";
import { type ToolContext, withinTime } from "../shared/context";
import { readBounded } from "../shared/read-bounded";
import { ToolError } from "../shared/tool-error";

const maxBytes = 4 * 1024 * 1024;
/** Far more than 50 results contain. */
const maxJsonEntries = 10_000;

/** Returns a public service's response text. Throws a `ToolError`. */
export function requestService(name: string, url: URL, accept: string, ctx: ToolContext): Promise<string> {
  return withinTime(ctx, name, async (signal) => {
    const limits = accept === "application/json" ? { maxJsonEntries } : {};
    const fetchLimited = ctx.fetchWith({
      maxBytes: Number.MAX_SAFE_INTEGER,
      headersTimeoutMs: ctx.timeoutMs,
      ...limits,
    });
    const response = await fetchLimited(url, { headers: { accept }, signal });
    if (response.status === 429) throw new ToolError(`${name} is receiving too many requests. Try again later.`);
    if (!response.ok) throw new ToolError(`${name} returned ${response.status}. Try again later.`);
    const { bytes, truncated } = await readBounded(response, maxBytes);
    if (truncated) throw new ToolError(`${name} returned more than can be read in one call. Request less.`);
    return new TextDecoder().decode(bytes);
  });
}

/** Parses the used part of its JSON. */
export function parseJson<T extends z.ZodType>(schema: T, text: string, name: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ToolError(`${name} returned a response that can't be read.`, { cause });
  }
}
