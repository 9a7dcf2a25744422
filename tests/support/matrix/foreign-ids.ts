import { z } from "zod";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { listReferences } from "@/lib/server/resources/references/registered";
import { resources } from "@/lib/server/resources/registry";
import type { Ids } from "./furnished-team";
import { requestsOf, type Sent } from "./requests";

/** A valid request of one's own in which one id is another's, beside the same with an id that nothing has. */
export interface Variant {
  /** Where the id stands, e.g. `body.fileIds.0`. */
  at: string;
  foreign: Sent;
  unknown: Sent;
}

type Tree = string | number | boolean | null | undefined | Tree[] | { [key: string]: Tree };

/** Every place at which two values of one shape hold different texts. */
function differences(own: Tree, other: Tree, path: string[] = []): { path: string[]; other: string }[] {
  if (typeof own === "string") return typeof other === "string" && own !== other ? [{ path, other }] : [];
  if (typeof own !== "object" || own === null || typeof other !== "object" || other === null) return [];
  return Object.entries(own).flatMap(([key, value]) =>
    differences(value, (other as { [key: string]: Tree })[key], [...path, key]),
  );
}

function replaced(value: Tree, [key, ...rest]: string[], by: string): Tree {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === key ? replaced(item, rest, by) : item));
  const object = value as { [key: string]: Tree };
  return { ...object, [key]: replaced(object[key], rest, by) };
}

const parts = ({ params, query, body }: Sent): Tree => ({ params, query, body }) as unknown as Tree;

/** Ids of the right form that nothing has. */
export function unknownIds(ids: Ids): Ids {
  const made = Object.entries(ids).map(([name, id]) => [name, id.replace(/[^_]{8}$/, "00000000")]);
  return Object.fromEntries(made) as unknown as Ids;
}

/** One variant for every place of the call's requests in which an id of `others` can stand where one of `own` does. */
export function foreignVariants(endpoint: ShapedEndpoint, own: Ids, others: Ids): Variant[] {
  const foreign = new Set(Object.values(others).filter((id) => !Object.values(own).includes(id)));
  const unknown = requestsOf(endpoint, unknownIds(own));
  const theirs = requestsOf(endpoint, others);
  return requestsOf(endpoint, own).flatMap((sent, i) => {
    const [their, nobodys] = [theirs[i], unknown[i]];
    if (!their || !nobodys) return [];
    const places = differences(parts(sent), parts(their)).filter(({ other }) => foreign.has(other));
    return places
      .filter(({ path }) => path.join(".") !== "params.resourceSlug")
      .map(({ path, other }) => {
        const none = differences(parts(sent), parts(nobodys)).find((each) => each.path.join() === path.join());
        const put = (id: string): Sent => ({ ...sent, ...(replaced(parts(sent), path, id) as object) });
        return { at: path.join("."), foreign: put(other), unknown: put(none?.other ?? "") };
      });
  });
}

const idField = /^(id|.*Ids?|replaces|before)$/;

/** Columns with ids of other things, by the declarations of the resources. */
const declared = new Set(
  Object.values(resources).flatMap((resource) =>
    listReferences(resource).flatMap(([column, { computed }]) => (computed ? [] : [column])),
  ),
);

/** Fields of the call's body and query that are named like ids or that a resource declares to have them, as `body.agentId`. */
export function idFields(endpoint: ShapedEndpoint): string[] {
  return (["query", "body"] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as { properties?: object };
    return Object.keys(json.properties ?? {})
      .filter((name) => idField.test(name) || declared.has(name))
      .map((name) => `${part}.${name}`);
  });
}
