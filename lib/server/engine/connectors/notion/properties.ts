import type { PageObjectResponse } from "@notionhq/client";
import { toPlainText } from "./rich-text";

type Property = PageObjectResponse["properties"][string];

interface Named {
  name?: string | null;
}
const listNames = (list: readonly object[]): string[] =>
  list.flatMap((one) => ("name" in one && typeof one.name === "string" ? [one.name] : []));
const getName = (one: Named | null): string | null => one?.name ?? null;

/** `2026-01-02`, or `2026-01-02 → 2026-01-05`. */
const formatDate = (date: { start: string; end: string | null } | null): string | null =>
  date && (date.end ? `${date.start} → ${date.end}` : date.start);

/** A page property as a JSON value. Related pages are bare ids and are omitted. */
export function toJsonValue(property: Property): unknown {
  switch (property.type) {
    case "title":
      return toPlainText(property.title);
    case "rich_text":
      return toPlainText(property.rich_text);
    case "number":
      return property.number;
    case "checkbox":
      return property.checkbox;
    case "url":
      return property.url;
    case "email":
      return property.email;
    case "phone_number":
      return property.phone_number;
    case "select":
      return getName(property.select);
    case "status":
      return getName(property.status);
    case "multi_select":
      return listNames(property.multi_select);
    case "people":
      return listNames(property.people);
    case "files":
      return listNames(property.files);
    case "date":
      return formatDate(property.date);
    case "created_time":
      return property.created_time;
    case "last_edited_time":
      return property.last_edited_time;
    case "created_by":
      return listNames([property.created_by])[0] ?? null;
    case "last_edited_by":
      return listNames([property.last_edited_by])[0] ?? null;
    case "unique_id":
      return [property.unique_id.prefix, property.unique_id.number].filter((part) => part !== null).join("-");
    case "formula": {
      const { formula } = property;
      if (formula.type === "date") return formatDate(formula.date);
      if (formula.type === "string") return formula.string;
      if (formula.type === "number") return formula.number;
      return formula.type === "boolean" ? formula.boolean : null;
    }
    case "rollup": {
      const { rollup } = property;
      if (rollup.type === "number") return rollup.number;
      if (rollup.type === "date") return formatDate(rollup.date);
      if (rollup.type !== "array") return null;
      // Inside a rollup, properties lack an id; otherwise they are the same.
      return rollup.array.map((one) => toJsonValue({ ...one, id: "" } as Property));
    }
    default:
      return null;
  }
}

/** The title of a page: the value of its only title property. */
export function findTitle({ properties }: PageObjectResponse): string | null {
  for (const property of Object.values(properties))
    if (property.type === "title") return toPlainText(property.title).trim() || null;
  return null;
}
