import { isObject } from "@/lib/utils/json/is-object";
import { trimEndOf } from "@/lib/utils/text/trim-characters";
import { vectorErrorIn } from "../shared/failure";
import { storeFetch } from "../shared/store-fetch";

export interface PineconeSettings {
  /** The index's host. */
  url: string;
  apiKey: string;
}

function wordsIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { error, message } = body;
  if (isObject(error) && typeof error.message === "string") return error.message;
  return typeof message === "string" ? message : typeof error === "string" ? error : undefined;
}

/** Pinecone's client on the guarded fetch, bound to a signal. Failures are thrown as VectorErrors. */
export function pineconeClient({ url, apiKey }: PineconeSettings) {
  const guarded = storeFetch({ name: "Pinecone", secrets: [apiKey], wordsIn });

  async function indexWith(signal: AbortSignal | undefined) {
    const { Pinecone } = await import("@pinecone-database/pinecone");
    const fetchApi: typeof fetch = (input, init) => guarded(input, { ...init, signal });
    // Retries are up to the caller.
    return new Pinecone({ apiKey, fetchApi, maxRetries: 0 }).index({ host: trimEndOf(url, /\//) });
  }

  type Index = Awaited<ReturnType<typeof indexWith>>;

  return async function using<T>(signal: AbortSignal | undefined, work: (index: Index) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    try {
      return await work(await indexWith(signal));
    } catch (error) {
      signal?.throwIfAborted();
      throw vectorErrorIn(error) ?? error;
    }
  };
}
