import { maxDocument } from "../openapi/parse-document";
import { type ToolContext, withinTime } from "../shared/context";
import { readBounded } from "../shared/read-bounded";
import { ToolError } from "../shared/tool-error";

const maxBytes = Math.min(maxDocument, 5 * 1024 * 1024);
const accept = "application/json, application/yaml, application/vnd.oai.openapi, text/yaml, */*;q=0.5";

/** Downloads an OpenAPI document. Throws a `ToolError` at `address`. */
export async function fetchDocument(address: string, ctx: ToolContext): Promise<{ text: string; from: string }> {
  try {
    return await withinTime(ctx, new URL(address).host, async (signal) => {
      const fetchLimited = ctx.fetchWith({ maxBytes: Number.MAX_SAFE_INTEGER, headersTimeoutMs: ctx.timeoutMs });
      const response = await fetchLimited(address, { headers: { accept }, signal });
      if (!response.ok) throw new ToolError(`${new URL(address).host} returned ${response.status} for this document.`);
      const { bytes, truncated } = await readBounded(response, maxBytes);
      if (truncated) throw new ToolError("The document is too large: the limit is 5 MB.");
      return { text: new TextDecoder().decode(bytes), from: response.url || address };
    });
  } catch (error) {
    if (ctx.signal.aborted) throw error;
    throw new ToolError(error instanceof Error ? error.message : String(error), { field: "address", cause: error });
  }
}
