/** Shorter ones are found quickly in any text. */
const maxSimple = 16;

/** For each position of a text, the length of the longest start of it that ends there, and isn't all of it. */
function findBorders(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let i = 1, length = 0; i < part.length; ) {
    if (part[i] === part[length]) {
      length += 1;
      borders[i] = length;
      i += 1;
    } else if (length > 0) length = borders[length - 1] ?? 0;
    else i += 1;
  }
  return borders;
}

/** Like `includes`, which takes seconds for some long parts of repeated characters: in time that grows with the lengths only. */
export function includesText(text: string, part: string): boolean {
  if (part.length <= maxSimple) return text.includes(part);
  const borders = findBorders(part);
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    while (length > 0 && code !== part.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (code === part.charCodeAt(length)) length += 1;
    if (length === part.length) return true;
  }
  return false;
}
