import type { Schemas } from "@qdrant/js-client-rest";
import type { Condition } from "../shared/conditions";

type QdrantFilter = Schemas["Filter"];
type QdrantCondition = Schemas["Condition"];

const absent = (key: string): QdrantCondition => ({ is_empty: { key } });
const equal = (key: string, value: string | number | boolean): QdrantCondition =>
  // Qdrant's match accepts integers only.
  typeof value === "number" ? { key, range: { gte: value, lte: value } } : { key, match: { value } };

function conditionOf(condition: Condition): QdrantCondition {
  switch (condition.is) {
    case "equal":
      return equal(condition.key, condition.value);
    case "bounded":
      return { key: condition.key, range: { [condition.bound]: condition.value } };
    case "present":
      return { should: condition.keys.map((key) => ({ must_not: [absent(key)] })) };
    case "not":
      return { must_not: [conditionOf(condition.condition)] };
    case "any":
      // An empty `should` would match everything; every point has a team.
      return condition.conditions.length > 0
        ? { should: condition.conditions.map(conditionOf) }
        : { must: [absent("team")] };
  }
}

const anyOf = (key: string, values: readonly string[]): QdrantCondition => ({ key, match: { any: [...values] } });

/** The filter of every read and delete: always includes team and datasources. */
export const filterOf = (
  of: { teamId: string; datasourceIds: readonly string[]; documentIds?: readonly string[] },
  conditions: readonly Condition[] = [],
): QdrantFilter => ({
  must: [
    equal("team", of.teamId),
    anyOf("datasource", of.datasourceIds),
    ...(of.documentIds ? [anyOf("document", of.documentIds)] : []),
    ...conditions.map(conditionOf),
  ],
});

/** Keys of stored fields used in conditions. */
export function keysIn(conditions: readonly Condition[]): string[] {
  const keys = conditions.flatMap((condition): string[] => {
    if (condition.is === "present") return condition.keys;
    if (condition.is === "not") return keysIn([condition.condition]);
    return condition.is === "any" ? keysIn(condition.conditions) : [condition.key];
  });
  return [...new Set(keys)];
}
