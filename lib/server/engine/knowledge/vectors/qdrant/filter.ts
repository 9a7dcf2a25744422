import type { Schemas } from "@qdrant/js-client-rest";
import type { Condition } from "../shared/conditions";

type QdrantFilter = Schemas["Filter"];
type QdrantCondition = Schemas["Condition"];

const isAbsent = (key: string): QdrantCondition => ({ is_empty: { key } });
const isEqual = (key: string, value: string | number | boolean): QdrantCondition =>
  // Qdrant's match accepts integers only.
  typeof value === "number" ? { key, range: { gte: value, lte: value } } : { key, match: { value } };

function toQdrantCondition(condition: Condition): QdrantCondition {
  switch (condition.is) {
    case "equal":
      return isEqual(condition.key, condition.value);
    case "bounded":
      return { key: condition.key, range: { [condition.bound]: condition.value } };
    case "present":
      return { should: condition.keys.map((key) => ({ must_not: [isAbsent(key)] })) };
    case "not":
      return { must_not: [toQdrantCondition(condition.condition)] };
    case "any":
      // An empty `should` would match everything; every point has a team.
      return condition.conditions.length > 0
        ? { should: condition.conditions.map(toQdrantCondition) }
        : { must: [isAbsent("team")] };
  }
}

const isAnyOf = (key: string, values: readonly string[]): QdrantCondition => ({ key, match: { any: [...values] } });

/** The filter of every read and delete: always includes team and datasources. */
export const buildFilter = (
  scope: { teamId: string; datasourceIds: readonly string[]; documentIds?: readonly string[] },
  conditions: readonly Condition[] = [],
): QdrantFilter => ({
  must: [
    isEqual("team", scope.teamId),
    isAnyOf("datasource", scope.datasourceIds),
    ...(scope.documentIds ? [isAnyOf("document", scope.documentIds)] : []),
    ...conditions.map(toQdrantCondition),
  ],
});

/** Keys of stored fields used in conditions. */
export function listKeys(conditions: readonly Condition[]): string[] {
  const keys = conditions.flatMap((condition): string[] => {
    if (condition.is === "present") return condition.keys;
    if (condition.is === "not") return listKeys([condition.condition]);
    return condition.is === "any" ? listKeys(condition.conditions) : [condition.key];
  });
  return [...new Set(keys)];
}
