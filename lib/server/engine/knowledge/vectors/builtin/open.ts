import { log } from "../../../../platform/log/log";
import { hasTables } from "../lance/identity";
import { findVectorError, VectorError, type VectorProblem } from "../shared/failure";
import type { BuiltinStore, VectorStore } from "../shared/types";
import { getLocation, openLocation } from "./location";
import { WrongStoreError } from "./refusals";
import { verifyStore } from "./verify";

/** The configured store as it is, for maintenance. */
export const openBuiltinStore = (): BuiltinStore => openLocation(getLocation());

/** The folder of the store, if it is one and contains any vectors. */
export async function findBuiltinFolder(): Promise<string | undefined> {
  const location = getLocation();
  return location.kind === "folder" && (await hasTables(location.folder)) ? location.folder : undefined;
}

/** Maintains the store, if it needs that. For workers, the only writers. */
export async function compactVectors(signal: AbortSignal): Promise<void> {
  if (await findBuiltinFolder()) await openBuiltinStore().compact(signal);
}

const later = "Indexing continues when it is available again.";
const askAdministrator = "Contact the server administrator.";

/** Sentences for users, who can't change the store and must not learn its address. */
const sentences: Partial<Record<VectorProblem, string>> = {
  network: `The built-in vector DB can't be reached. ${later}`,
  timeout: `The built-in vector DB didn't respond in time. ${later}`,
  overloaded: `The built-in vector DB is failing at the moment. ${later}`,
  rate_limit: `The built-in vector DB is busy. ${later}`,
  disk: "The built-in vector DB is full. Indexing continues when it has space again.",
  auth: `The built-in vector DB rejects the server's key. ${askAdministrator} ${later}`,
  missing: `The built-in vector DB isn't at the configured URL. ${askAdministrator} ${later}`,
  refused: `The built-in vector DB can't be reached at the configured URL. ${askAdministrator} ${later}`,
};

/** Converts a failure of a shared store to one that is retried until the operator has solved it. */
function toServerFailure(error: unknown): unknown {
  if (error instanceof WrongStoreError)
    return new VectorError(
      "server",
      `This server is connected to a different built-in vector DB than the one its database uses. ${askAdministrator} ${later}`,
      { cause: error },
    );
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new VectorError("server", sentences.timeout ?? "", { cause: error });
  const found = findVectorError(error);
  const sentence = found && sentences[found.problem];
  if (!sentence) return error;
  log().warn({ problem: found.message }, "the shared vector store failed");
  return new VectorError("server", sentence, { cause: error, retryAfterMs: found.retryAfterMs });
}

/** Failures of a folder are those of the machine, with sentences of their own. */
const convert = (error: unknown): unknown =>
  error instanceof WrongStoreError || getLocation().kind === "qdrant" ? toServerFailure(error) : error;

async function verified<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    await verifyStore();
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw convert(error);
  }
}

/** The configured store, which first verifies that it is the recorded one. */
export function openVerifiedStore(): VectorStore {
  const store = openBuiltinStore();
  return {
    check: (signal) => verified(() => store.check(signal), signal),
    upsert: (collection, points, signal) => verified(() => store.upsert(collection, points, signal), signal),
    remove: (collection, removal, signal) => verified(() => store.remove(collection, removal, signal), signal),
    search: (collection, search, signal) => verified(() => store.search(collection, search, signal), signal),
    list: (collection, scope, signal) => store.list(collection, scope, signal),
    dropTeam: (teamId, signal) => verified(() => store.dropTeam(teamId, signal), signal),
  };
}
