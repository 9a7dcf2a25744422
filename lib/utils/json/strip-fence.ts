/** The content of a fence that spans the whole text; otherwise the text. */
export function stripFence(text: string): string {
  const bare = text.trim();
  const head = /^```[a-z]*[^\S\n]*\n/i.exec(bare)?.[0];
  return head && bare.length >= head.length + 3 && bare.endsWith("```") ? bare.slice(head.length, -3) : text;
}
