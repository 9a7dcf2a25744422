import { parseDocument } from "yaml";

/** More aliases within aliases than any person writes: what they stand for would fill the memory. */
const mostAliases = 1_000;

export type YamlReply = { value: unknown } | { problem: string; line: number | null };

function read(text: string): YamlReply {
  try {
    const document = parseDocument(text, { merge: true, uniqueKeys: true, logLevel: "silent" });
    const [error] = document.errors;
    if (error) return { problem: error.message.split("\n")[0] ?? error.message, line: error.linePos?.[0].line ?? null };
    return { value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), line: null };
  }
}

process.on("message", (text: string) => {
  const reply = read(text);
  process.send?.(reply, (error: Error | null) => {
    if (error) process.exit(1);
  });
});
process.on("disconnect", () => process.exit());
