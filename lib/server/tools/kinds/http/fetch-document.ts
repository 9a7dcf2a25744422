import { type ToolContext, withinTime } from "../context";
import { readBounded } from "../read-bounded";
import { ToolError } from "../tool-error";
import { documentMost } from "./parse-document";

const most = Math.min(documentMost, 5 * 1024 * 1024);
const accept = "application/json, application/yaml, application/vnd.oai.openapi, text/yaml, */*;q=0.5";

/** Loads an OpenAPI document from where its service shows it. Throws a `ToolError` at `address`. */
export async function fetchDocument(address: string, ctx: ToolContext): Promise<{ text: string; from: string }> {
  try {
    return await withinTime(ctx, new URL(address).host, async (signal) => {
      const way = ctx.fetchWith({ maxBytes: Number.MAX_SAFE_INTEGER, headersTimeoutMs: ctx.timeoutMs });
      const answer = await way(address, { headers: { accept }, signal });
      if (!answer.ok) throw new ToolError(`${new URL(address).host} answered ${answer.status} for this document.`);
      const { bytes, cut } = await readBounded(answer, most);
      if (cut) throw new ToolError("The document is too large: at most 5 MB are read.");
      return { text: new TextDecoder().decode(bytes), from: answer.url || address };
    });
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    throw new ToolError(error instanceof Error ? error.message : String(error), { field: "address", cause: error });
  }
}
