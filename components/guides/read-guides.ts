import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(process.cwd(), "docs/guides");

/** The guides in order: `01-first-agent.md` is `/guide/first-agent`. The first paragraph is its summary. */
export const readGuides = () =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const content = readFileSync(join(folder, file), "utf8");
      const [heading = "", summary = ""] = content.split("\n\n");
      return { slug: file.slice(3, -3), title: heading.slice(2), summary, text: content.slice(heading.length) };
    });
