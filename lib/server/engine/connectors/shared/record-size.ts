/** Characters of all texts of one record, names included. Longer ones are not useful for retrieval. */
const maxCharacters = 4_000_000;
export const maxValues = 100_000;

/** Whether a record, parsed from JSON, is too large to process without blocking the event loop. */
export function isTooLarge(data: Record<string, unknown>): boolean {
  let characters = 0;
  let values = 0;
  const stack: object[] = [data];
  const add = (value: unknown): void => {
    values += 1;
    if (typeof value === "string") characters += value.length;
    else if (typeof value === "object" && value !== null) stack.push(value);
  };
  for (let value = stack.pop(); value; value = stack.pop()) {
    if (Array.isArray(value)) {
      if (value.length > maxValues) return true;
      value.forEach(add);
    } else {
      // `Object.entries` of many fields takes three times as long.
      for (const name in value) {
        characters += name.length;
        add(value[name as keyof typeof value]);
        if (values > maxValues) return true;
      }
    }
    if (values > maxValues || characters > maxCharacters) return true;
  }
  return false;
}
