/** Characters of all texts of one record, names included. Longer ones are not useful for retrieval. */
const maxCharacters = 4_000_000;
export const maxValues = 100_000;

/** Whether a record is too large to process without blocking the event loop. */
export function isTooLarge(data: Record<string, unknown>): boolean {
  let characters = 0;
  let values = 0;
  const stack: unknown[] = [data];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === "string") characters += value.length;
    else if (typeof value === "object" && value !== null) {
      if (!Array.isArray(value)) for (const name of Object.keys(value)) characters += name.length;
      const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
      values += children.length;
      if (values > maxValues) return true;
      for (const child of children) stack.push(child);
    }
    if (characters > maxCharacters) return true;
  }
  return false;
}
