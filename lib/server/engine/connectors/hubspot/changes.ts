import type { Message } from "../shared/types";
import { getChangeTime, type HubspotObject, type ReadContext } from "./reading";
import { type ChangesState, EmittedLog } from "./state";
import { listMergedIds } from "./streams";

/** HubSpot's maximum for searches. */
const searchSize = 200;
const listSize = 100;

interface Filter {
  propertyName: string;
  operator: "GTE" | "EQ" | "GT";
  value: string;
}

async function search(
  { hubspot, stream, shape }: ReadContext,
  filters: Filter[],
  sort: string,
): Promise<HubspotObject[]> {
  const { operators } = hubspot;
  const operatorNames = { GTE: operators.Gte, EQ: operators.Eq, GT: operators.Gt };
  const response = await hubspot.search.doSearch(stream.name, {
    limit: searchSize,
    sorts: [sort],
    properties: shape.properties,
    filterGroups: [{ filters: filters.map((filter) => ({ ...filter, operator: operatorNames[filter.operator] })) }],
  });
  return response.results as HubspotObject[];
}

/** Objects changed in the same millisecond, by id: an import can change more of them than fit on a page. */
async function* listChangedAt(reading: ReadContext, timestamp: number): AsyncIterable<HubspotObject[]> {
  for (let last = "0"; ; ) {
    const filters: Filter[] = [
      { propertyName: reading.shape.changed, operator: "EQ", value: String(timestamp) },
      { propertyName: "hs_object_id", operator: "GT", value: last },
    ];
    const objects = await search(reading, filters, "hs_object_id");
    yield objects;
    if (objects.length < searchSize) return;
    last = objects.at(-1)?.id ?? last;
  }
}

/**
 * Changed objects in order of their change; each page is a new search that starts where the last one ended. HubSpot returns at
 * most 10,000 results per search, and its pages shift when objects change in between.
 */
async function* listChanged(
  reading: ReadContext,
  since: number,
): AsyncIterable<{ objects: HubspotObject[]; reached: number }> {
  const { changed: property } = reading.shape;
  for (let from = since; ; ) {
    const objects = await search(reading, [{ propertyName: property, operator: "GTE", value: String(from) }], property);
    const lastObject = objects.at(-1);
    const lastChangedAt = lastObject ? getChangeTime(lastObject, reading.shape) : from;
    yield { objects, reached: lastChangedAt };
    if (objects.length < searchSize) return;
    if (lastChangedAt > from) {
      from = lastChangedAt;
      continue;
    }
    for await (const same of listChangedAt(reading, from)) yield { objects: same, reached: from };
    from += 1;
  }
}

/** Archived objects are listed unordered, so all of them are scanned. */
async function* listArchived(
  { hubspot, stream }: ReadContext,
  since: number,
  emitted: EmittedLog,
): AsyncIterable<Message> {
  let after: string | undefined;
  do {
    const response = await hubspot.objects.getPage(stream.name, listSize, after, [], [], [], true);
    for (const { id, archivedAt } of response.results) {
      const time = archivedAt?.getTime() ?? Date.now();
      const mark = `-${id}`;
      if (time < since || emitted.has(mark, time)) continue;
      emitted.add(mark, time);
      yield { type: "deleted", key: id };
    }
    after = response.paging?.next?.after;
  } while (after !== undefined);
}

export async function* readChanges(reading: ReadContext, state: ChangesState): AsyncIterable<Message> {
  const emitted = new EmittedLog(state.told);
  // Deletions first: objects archived and then restored are among the changed ones.
  yield* listArchived(reading, state.since, emitted);
  let end = state.since;
  for await (const { objects, reached } of listChanged(reading, state.since)) {
    for (const object of objects) {
      const time = getChangeTime(object, reading.shape);
      if (emitted.has(object.id, time)) continue;
      emitted.add(object.id, time);
      yield reading.recordOf(object);
      for (const key of listMergedIds(object.properties)) yield { type: "deleted", key };
    }
    end = reached;
    yield { type: "state", state: emitted.toState(end) };
  }
}
