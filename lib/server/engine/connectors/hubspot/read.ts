import { stateOf } from "../shared/answer";
import { statusIn } from "../shared/service-error";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import { readChanges } from "./changes";
import { type Hubspot, openHubspot } from "./client";
import { type HubspotObject, type Reading, timeOf } from "./reading";
import type { HubspotSettings } from "./settings";
import { EmittedLog, hubspotState, type ListState, lagMs } from "./state";
import { type Shape, shapeOf } from "./streams";

/** HubSpot's maximum page size. */
const pageSize = 100;
/** Properties are part of a list's URL: longer ones are sent in a request body. */
const MAX_QUERY = 1_500;

type Account = Awaited<ReturnType<Hubspot["account"]>>;

function recorder({ kind, shown }: Shape, account: Account | undefined): Reading["recordOf"] {
  return ({ id, properties, updatedAt }) => {
    const given = Object.entries(properties).filter(([field, value]) => shown.has(field) && value);
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
      data: { id, ...Object.fromEntries(given) },
    };
  };
}

async function page({ hubspot, stream, shape }: Reading, after: string | undefined) {
  const { name } = stream;
  const { properties } = shape;
  if (properties.join("&properties=").length <= MAX_QUERY) {
    const found = await hubspot.objects.getPage(name, pageSize, after, properties);
    return { objects: found.results as HubspotObject[], next: found.paging?.next?.after };
  }
  const found = await hubspot.objects.getPage(name, pageSize, after, []);
  const inputs = found.results.map(({ id }) => ({ id }));
  const asked = { inputs, properties, propertiesWithHistory: [] };
  const whole = inputs.length > 0 ? (await hubspot.batches.read(name, asked)).results : [];
  return { objects: whole as HubspotObject[], next: found.paging?.next?.after };
}

/** All objects page by page, in the order of their ids, so that new ones come last. */
async function* readAll(reading: Reading, begun: ListState, emitted: EmittedLog): AsyncIterable<Message> {
  let after = begun.after;
  do {
    const { objects, next } = await page(reading, after);
    for (const object of objects) {
      emitted.add(object.id, timeOf(object, reading.shape));
      yield reading.recordOf(object);
    }
    after = next;
    if (after !== undefined) yield { type: "state", state: { ...begun, after } satisfies ListState };
  } while (after !== undefined);
}

/** A resumed read does not know the keys of its first part, so all keys are listed again. */
async function* emitKeys({ hubspot, stream }: Reading): AsyncIterable<Message> {
  let after: string | undefined;
  do {
    const found = await hubspot.objects.getPage(stream.name, pageSize, after, []);
    if (found.results.length > 0) yield { type: "unchanged", keys: found.results.map(({ id }) => id) };
    after = found.paging?.next?.after;
  } while (after !== undefined);
}

export async function* readHubspot(
  settings: HubspotSettings,
  stream: StreamChoice,
  given: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const hubspot = await openHubspot(settings, ctx);
  const account = await hubspot.account().catch((error: unknown) => {
    // Without it, records merely have no links.
    if (statusIn(error) !== 403) throw error;
    return undefined;
  });
  const shape = await shapeOf(hubspot, stream);
  const reading: Reading = { hubspot, stream, shape, recordOf: recorder(shape, account) };
  const state = stateOf(hubspotState, given);
  if (state?.phase === "changes" && stream.mode === "incremental") {
    yield* readChanges(reading, state);
    yield { type: "end", complete: false };
    return;
  }
  const begun: ListState = state?.phase === "list" ? state : { phase: "list", since: Date.now() - lagMs };
  const emitted = new EmittedLog();
  yield* readAll(reading, begun, emitted);
  if (begun.after !== undefined) yield* emitKeys(reading);
  yield { type: "state", state: stream.mode === "incremental" ? emitted.at(begun.since) : null };
  yield { type: "end", complete: true };
}
