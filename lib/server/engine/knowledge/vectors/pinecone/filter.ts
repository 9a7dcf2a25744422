import type { Condition } from "../shared/conditions";

type PineconeFilter = Record<string, unknown>;

function toPineconeFilter(condition: Condition): PineconeFilter {
  switch (condition.is) {
    case "equal":
      return { [condition.key]: { $eq: condition.value } };
    case "bounded":
      return { [condition.key]: { [`$${condition.bound}`]: condition.value } };
    case "present":
      return { $or: condition.keys.map((key) => ({ [key]: { $exists: true } })) };
    case "not":
      return toNegatedFilter(condition.condition);
    case "any":
      // Matches every record.
      return condition.conditions.length > 0
        ? { $or: condition.conditions.map(toPineconeFilter) }
        : { team: { $exists: false } };
  }
}

/** Pinecone cannot negate a filter. */
function toNegatedFilter(condition: Condition): PineconeFilter {
  switch (condition.is) {
    case "equal":
      return { $or: [{ [condition.key]: { $exists: false } }, { [condition.key]: { $ne: condition.value } }] };
    case "present":
      return { $and: condition.keys.map((key) => ({ [key]: { $exists: false } })) };
    case "not":
      return toPineconeFilter(condition.condition);
    case "any":
      return { $and: condition.conditions.map(toNegatedFilter) };
    case "bounded":
      throw new Error("Comparisons can't be negated.");
  }
}

/** The filter of every read and delete: always includes team and datasources. */
export const buildFilter = (
  scope: { teamId: string; datasourceIds: readonly string[]; documentIds?: readonly string[] },
  conditions: readonly Condition[] = [],
): PineconeFilter => ({
  $and: [
    { team: { $eq: scope.teamId } },
    { datasource: { $in: [...scope.datasourceIds] } },
    ...(scope.documentIds ? [{ document: { $in: [...scope.documentIds] } }] : []),
    ...conditions.map(toPineconeFilter),
  ],
});
