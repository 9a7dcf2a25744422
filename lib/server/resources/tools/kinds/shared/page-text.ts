import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseFile } from "../../../../engine/parsing/parse-file";
import { ParseError } from "../../../../engine/parsing/shared/parse-error";
import type { Block } from "../../../../engine/parsing/shared/parsed";
import { makeTemporaryFolder } from "../../../../platform/disk/work-folder";
import type { ToolContext } from "./context";
import { ToolError } from "./tool-error";

const toMarkdown = ({ kind, text, level }: Block): string =>
  kind === "heading" ? `${"#".repeat(level ?? 1)} ${text}` : kind === "code" ? `\`\`\`\n${text}\n\`\`\`` : text;

/**
 * The readable text of a page or document as Markdown, parsed in the parser process, because it may be hostile. The extension
 * of `filename` selects the format.
 */
export async function readDocumentText(
  bytes: Buffer,
  filename: string,
  { teamId, signal }: Pick<ToolContext, "teamId" | "signal">,
): Promise<{ title: string | null; text: string }> {
  const { path: folder, remove } = await makeTemporaryFolder("page-");
  try {
    const path = join(folder, "page");
    await writeFile(path, bytes);
    const { title, blocks } = await parseFile(path, filename, teamId, signal);
    return { title, text: blocks.map(toMarkdown).join("\n\n") };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (error.problem === "empty" || error.problem === "no_text") return { title: null, text: "" };
    throw new ToolError(`The page can't be read: ${error.message}`, { cause: error });
  } finally {
    await remove();
  }
}
