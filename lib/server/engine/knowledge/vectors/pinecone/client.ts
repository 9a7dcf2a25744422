import { isObject } from "@/lib/utils/json/is-object";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { findVectorError } from "../shared/failure";
import { createStoreFetch } from "../shared/store-fetch";

export interface PineconeSettings {
  /** The index's host. */
  url: string;
  apiKey: string;
}

function findMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, message } = body;
  if (isObject(error) && typeof error.message === "string") return error.message;
  return typeof message === "string" ? message : typeof error === "string" ? error : undefined;
}

/** Pinecone's client on the guarded fetch, bound to a signal. Failures are thrown as VectorErrors. */
export function createPineconeClient({ url, apiKey }: PineconeSettings) {
  const guarded = createStoreFetch({ name: "Pinecone", secrets: [apiKey], findMessage });

  async function openIndex(signal: AbortSignal | undefined) {
    const { Pinecone } = await import("@pinecone-database/pinecone");
    const fetchApi: typeof fetch = (input, init) => guarded(input, { ...init, signal });
    // The client throws at dot segments, which the URL resolves. Retries are up to the caller.
    const host = trimEndMatching(new URL(url).href, /\//);
    return new Pinecone({ apiKey, fetchApi, maxRetries: 0 }).index({ host });
  }

  type Index = Awaited<ReturnType<typeof openIndex>>;

  return async function withIndex<T>(signal: AbortSignal | undefined, work: (index: Index) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      return await work(await openIndex(signal));
    } catch (error) {
      signal?.throwIfAborted();
      throw findVectorError(error) ?? error;
    }
  };
}
