import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Guide {
  slug: string;
  title: string;
  /** What the reader will have at the end. */
  summary: string;
  /** Markdown without the title. */
  text: string;
}

const folder = join(process.cwd(), "docs/guides");

function readGuide(file: string): Guide {
  const [heading = "", summary = "", ...rest] = readFileSync(join(folder, file), "utf8").split("\n\n");
  return {
    slug: file.slice("01-".length, -".md".length),
    title: heading.replace("# ", ""),
    summary: summary.replaceAll("\n", " "),
    text: [summary, ...rest].join("\n\n"),
  };
}

/** The guides in order: `01-first-agent.md` is `/guide/first-agent`. */
export const readGuides = (): Guide[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map(readGuide);
