import { maxInput } from "./draft.ts";

const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

/** Replaces `{{name}}`; stops soon after an input is too long. Unknown names stay. */
export function fillTemplate(template: string, variables: Record<string, unknown>): string {
  let filled = "";
  let from = 0;
  while (filled.length <= maxInput) {
    const start = template.indexOf("{{", from);
    const end = start === -1 ? -1 : template.indexOf("}}", start);
    if (end === -1) return filled + template.slice(from);
    const name = template.slice(start + 2, end).trim();
    const value = Object.hasOwn(variables, name) ? asText(variables[name]) : template.slice(start, end + 2);
    filled += template.slice(from, start) + value;
    from = end + 2;
  }
  return filled;
}
