import type { Condition } from "../shared/conditions";

type PineconeFilter = Record<string, unknown>;

function filterFor(condition: Condition): PineconeFilter {
  switch (condition.is) {
    case "equal":
      return { [condition.key]: { $eq: condition.value } };
    case "bounded":
      return { [condition.key]: { [`$${condition.bound}`]: condition.value } };
    case "present":
      return { $or: condition.keys.map((key) => ({ [key]: { $exists: true } })) };
    case "not":
      return negated(condition.condition);
    case "any":
      // Matches every record.
      return condition.conditions.length > 0
        ? { $or: condition.conditions.map(filterFor) }
        : { team: { $exists: false } };
  }
}

/** Pinecone cannot negate a filter. */
function negated(condition: Condition): PineconeFilter {
  switch (condition.is) {
    case "equal":
      return { $or: [{ [condition.key]: { $exists: false } }, { [condition.key]: { $ne: condition.value } }] };
    case "present":
      return { $and: condition.keys.map((key) => ({ [key]: { $exists: false } })) };
    case "not":
      return filterFor(condition.condition);
    case "any":
      return { $and: condition.conditions.map(negated) };
    case "bounded":
      throw new Error("A comparison is never negated.");
  }
}

/** The filter of every read and delete: always includes team and datasources. */
export const filterOf = (
  of: { teamId: string; datasourceIds: readonly string[]; documentIds?: readonly string[] },
  conditions: readonly Condition[] = [],
): PineconeFilter => ({
  $and: [
    { team: { $eq: of.teamId } },
    { datasource: { $in: [...of.datasourceIds] } },
    ...(of.documentIds ? [{ document: { $in: [...of.documentIds] } }] : []),
    ...conditions.map(filterFor),
  ],
});
