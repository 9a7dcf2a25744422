/** Characters of all texts of one record, names included. Nobody looks for a passage in more. */
const maxCharacters = 4_000_000;
const maxValues = 100_000;

/** Whether a record is more than can be taken up without others having to wait. */
export function isTooLarge(data: Record<string, unknown>): boolean {
  let characters = 0;
  let values = 0;
  const open: unknown[] = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") characters += value.length;
    else if (typeof value === "object" && value !== null) {
      const isList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value)) {
        values += 1;
        if (!isList) characters += name.length;
        if (values > maxValues) return true;
        open.push(inner);
      }
    }
    if (characters > maxCharacters) return true;
  }
  return false;
}
