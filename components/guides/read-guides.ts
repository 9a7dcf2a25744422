import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.cwd(), "docs/guides");

function readGuide(file: string) {
  const content = readFileSync(join(folder, file), "utf8");
  const [heading = "", summary = ""] = content.split("\n\n");
  return { slug: file.slice(3, -3), title: heading.slice(2), summary, text: content.slice(heading.length) };
}

let guides: ReturnType<typeof readGuide>[] | undefined;

/** The guides in order, read once: `01-first-agent.md` is `/guide/first-agent`. The first paragraph is its summary. */
export function readGuides() {
  guides ??= readdirSync(folder).sort().map(readGuide);
  return guides;
}

/** The text of a section of a guide, by its heading. */
export function readGuideSection(slug: string, heading: string): string {
  const text = readGuides().find((guide) => guide.slug === slug)?.text ?? "";
  const section = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? "";
  return section.slice(heading.length).trim();
}
