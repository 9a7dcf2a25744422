import { z } from "zod";
import { toolAddress } from "@/lib/contract/tools/kinds/fields";
import { truncate } from "@/lib/utils/text/truncate";
import { toReadableName } from "../../../../engine/connectors/shared/readable";
import { withinTime } from "../shared/context";
import { readDocumentText } from "../shared/page-text";
import { readBounded } from "../shared/read-bounded";
import { ToolError } from "../shared/tool-error";
import { builtinTool, closed } from "./builtin-tool";
import { readArgs } from "./read-args";
import { takePart } from "./text-part";

const maxBytes = 10 * 1024 * 1024;
const argsSchema = z.object({ url: toolAddress, start: z.number().int().min(0).max(100_000_000).default(0) });

function toFileName(response: Response, url: URL): string {
  const type = response.headers.get("content-type") ?? "";
  if (/^(application\/xhtml\+xml|$)/i.test(type)) return "page.html";
  const name = /^text\/html\b/i.test(type) ? "page.html" : toReadableName("page", type);
  if (name) return name;
  if (/^text\/|\bxml\b|\+xml|\+json|\byaml\b|javascript/i.test(type)) return "page.txt";
  const byAddress =
    /^application\/octet-stream\b/i.test(type) && toReadableName(url.pathname.split("/").pop() ?? "", "");
  if (byAddress) return byAddress;
  throw new ToolError(`${url.host} returned a file (${truncate(type, 100)}) that contains no text.`);
}

export const webPage = builtinTool({
  id: "webPage",
  description: () =>
    "Reads the text of a web page, PDF or other document at a URL. Long text is returned in parts: call again with the start from the note.",
  parameters: closed(
    {
      url: { type: "string", description: "The URL, starting with https:// or http://." },
      start: { type: "integer", minimum: 0, description: "Position in the text to start from. Defaults to 0." },
    },
    ["url"],
  ),
  call(args, _settings, ctx) {
    const { url: address, start } = readArgs(argsSchema, args);
    const url = new URL(address);
    return withinTime(ctx, url.host, async (signal) => {
      const fetchLimited = ctx.fetchWith({ maxBytes: Number.MAX_SAFE_INTEGER, headersTimeoutMs: ctx.timeoutMs });
      const accept = "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.8";
      const response = await fetchLimited(url, { headers: { accept, "accept-language": "*" }, signal });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ToolError(`${url.host} returned ${response.status}. The page can't be read.`);
      }
      const name = toFileName(response, new URL(response.url || url));
      const { bytes, truncated } = await readBounded(response, maxBytes);
      if (truncated && !/\.(html|txt|md|csv)$/.test(name)) throw new ToolError("The document is larger than 10 MB.");
      const { title, text } = await readDocumentText(bytes, name, { ...ctx, signal });
      if (!text) throw new ToolError("The page contains no readable text. It might require a browser.");
      return { url: response.url || url.href, ...(title && { title: truncate(title, 300) }), ...takePart(text, start) };
    });
  },
});
