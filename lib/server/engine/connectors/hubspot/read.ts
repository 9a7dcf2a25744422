import { parseState } from "../shared/answer";
import { getErrorStatus } from "../shared/service-error";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import { readChanges } from "./changes";
import { createHubspotClient, type Hubspot } from "./client";
import { getChangeTime, type HubspotObject, type ReadContext } from "./reading";
import type { HubspotSettings } from "./settings";
import { EmittedLog, hubspotState, type ListState, lagMs } from "./state";
import { createPlan, type StreamPlan } from "./streams";

/** HubSpot's maximum page size. */
const pageSize = 100;
/** Properties are part of a list's URL: longer ones are sent in a request body. */
const MAX_QUERY = 1_500;

type Account = Awaited<ReturnType<Hubspot["account"]>>;

function createRecordMapper({ kind, fields }: StreamPlan, account: Account | undefined): ReadContext["recordOf"] {
  return ({ id, properties, updatedAt }) => {
    const filled = Object.entries(properties).filter(([field, value]) => fields.has(field) && value);
    const title = kind.names
      .map((field) => properties[field] ?? "")
      .join(" ")
      .trim();
    return {
      type: "record",
      key: id,
      title: title || null,
      uri: account
        ? `https://${account.uiDomain}/contacts/${account.portalId}/record/${encodeURIComponent(kind.typeId)}/${id}`
        : null,
      updatedAt,
      data: { id, ...Object.fromEntries(filled) },
    };
  };
}

async function readPage({ hubspot, stream, shape }: ReadContext, after: string | undefined) {
  const { name } = stream;
  const { properties } = shape;
  if (properties.join("&properties=").length <= MAX_QUERY) {
    const response = await hubspot.objects.getPage(name, pageSize, after, properties);
    return { objects: response.results as HubspotObject[], next: response.paging?.next?.after };
  }
  const response = await hubspot.objects.getPage(name, pageSize, after, []);
  const inputs = response.results.map(({ id }) => ({ id }));
  const request = { inputs, properties, propertiesWithHistory: [] };
  const fullObjects = inputs.length > 0 ? (await hubspot.batches.read(name, request)).results : [];
  return { objects: fullObjects as HubspotObject[], next: response.paging?.next?.after };
}

/** All objects page by page, in the order of their ids, so that new ones come last. */
async function* readAll(context: ReadContext, initial: ListState, emitted: EmittedLog): AsyncIterable<Message> {
  let after = initial.after;
  do {
    const { objects, next } = await readPage(context, after);
    for (const object of objects) {
      emitted.add(object.id, getChangeTime(object, context.shape));
      yield context.recordOf(object);
    }
    after = next;
    if (after !== undefined) yield { type: "state", state: { ...initial, after } satisfies ListState };
  } while (after !== undefined);
}

/** A resumed read does not know the keys of its first part, so all keys are listed again. */
async function* emitKeys({ hubspot, stream }: ReadContext): AsyncIterable<Message> {
  let after: string | undefined;
  do {
    const response = await hubspot.objects.getPage(stream.name, pageSize, after, []);
    if (response.results.length > 0) yield { type: "unchanged", keys: response.results.map(({ id }) => id) };
    after = response.paging?.next?.after;
  } while (after !== undefined);
}

export async function* readHubspot(
  settings: HubspotSettings,
  stream: StreamChoice,
  storedState: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const hubspot = await createHubspotClient(settings, ctx);
  const account = await hubspot.account().catch((error: unknown) => {
    // Without it, records merely have no links.
    if (getErrorStatus(error) !== 403) throw error;
    return undefined;
  });
  const shape = await createPlan(hubspot, stream);
  const context: ReadContext = { hubspot, stream, shape, recordOf: createRecordMapper(shape, account) };
  const state = parseState(hubspotState, storedState);
  if (state?.phase === "changes" && stream.mode === "incremental") {
    yield* readChanges(context, state);
    yield { type: "end", complete: false };
    return;
  }
  const begun: ListState = state?.phase === "list" ? state : { phase: "list", since: Date.now() - lagMs };
  const emitted = new EmittedLog();
  yield* readAll(context, begun, emitted);
  if (begun.after !== undefined) yield* emitKeys(context);
  yield { type: "state", state: stream.mode === "incremental" ? emitted.toState(begun.since) : null };
  yield { type: "end", complete: true };
}
