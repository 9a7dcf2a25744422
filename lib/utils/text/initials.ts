/** Returns one or two initials of a name or an email address. */
export function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/).filter(Boolean);
  const [first = "?", last = ""] = words.length > 1 ? [words[0], words.at(-1)] : words;
  return [first, last]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}
