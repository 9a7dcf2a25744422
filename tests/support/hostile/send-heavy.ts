import type { Endpoint } from "@/lib/contract/base/endpoint";
import { fetchOnce } from "../loop-watch/fetch-once";
import type { HeavyRequest } from "./heavy-requests";

const longestMs = 120_000;

/** Sends it, reads what comes, but no stream, and returns the status; 0 where the connection was cut. */
export async function sendHeavy(
  url: string,
  { method }: Endpoint,
  { path, headers, body }: HeavyRequest,
  proof: Record<string, string>,
): Promise<number> {
  try {
    const response = await fetchOnce(`${url}${path}`, {
      method,
      longestMs,
      body: body?.(),
      headers: { ...proof, ...headers },
    });
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) await response.body?.cancel();
    else await response.arrayBuffer();
    return response.status;
  } catch (error) {
    // A body that is too large is not read to its end.
    if (error instanceof TypeError) return 0;
    throw error;
  }
}
