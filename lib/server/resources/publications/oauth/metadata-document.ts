import { z } from "zod";
import { clientMetadata } from "@/lib/contract/oauth-server/fields";
import { AppError } from "../../../platform/errors/errors";
import { outbound } from "../../../platform/outbound/instance";
import { OutboundError } from "../../../platform/outbound/outbound-error";

const limits = { maxBytes: 16 * 1024, maxJsonEntries: 1_000, headersTimeoutMs: 5_000 };
const timeoutMs = 8_000;

const document = clientMetadata.extend({
  client_id: z.string(),
  /** Only public clients are supported: a document can prove nothing without a key. */
  token_endpoint_auth_method: z.literal("none").optional(),
});

/** Whether a client's id is the URL of its metadata document, in its only spelling. */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.parse(clientId);
  const isPlain = url?.protocol === "https:" && !url.username && !url.password && !url.hash;
  return isPlain && url.pathname !== "/" && url.href === clientId;
}

const fail = (why: string, cause?: unknown) =>
  new AppError("invalid", `The client's metadata document can't be used: ${why}`, { cause });

async function download(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    const response = await outbound().fetchWith(limits)(url, {
      redirect: "error",
      headers: { accept: "application/json" },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (response.status === 200) return await response.json();
    await response.body?.cancel();
    throw fail(`HTTP ${response.status}.`);
  } catch (error) {
    if (signal.aborted || (error instanceof AppError && !(error instanceof OutboundError))) throw error;
    const why = error instanceof OutboundError ? error.message : "It isn't JSON, or took too long.";
    throw fail(why, error);
  }
}

/** Fetches a client's metadata (Client ID Metadata Documents). Throws 400. */
export async function fetchMetadata(clientId: string, signal: AbortSignal): Promise<z.output<typeof clientMetadata>> {
  const { data, error } = document.safeParse(await download(clientId, signal));
  if (!data) throw fail(`Its ${error.issues[0]?.path.join(".").slice(0, 100) || "content"} isn't valid.`);
  if (data.client_id !== clientId) throw fail("It belongs to another client.");
  return data;
}
