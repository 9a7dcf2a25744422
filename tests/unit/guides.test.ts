import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readGuides } from "@/components/guides/read-guides";
import { importGuides } from "@/components/import-export/source-labels";
import { isReservedSlug } from "@/lib/constants/reserved-slugs";

const folder = "docs/guides";
const files = globSync(`${folder}/*.md`).sort();
const sources = globSync("{app,components,context,hooks,lib}/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
/** Texts between quotes or tags: among them are all labels. */
const texts = new Set(
  sources.flatMap((source) => source.split(/["'`<>{}]/).map((part) => part.replace(/\s+/g, " ").trim())),
);
const settings = readFileSync("lib/server/platform/env/variables.ts", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

const findAll = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe.each(files)("%s", (file) => {
  const text = readFileSync(file, "utf8");
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, "");

  test("names labels of the product", () => {
    expect(findAll(prose, /\*\*([^*]+)\*\*/g).filter((label) => !texts.has(label))).toEqual([]);
  });

  test("links to guides and pictures that exist", () => {
    const targets = findAll(prose, /\]\(([^)]+)\)/g);
    expect(targets.length).toBeGreaterThan(1);
    expect(targets.filter((target) => !existsSync(`${folder}/${target}`))).toEqual([]);
  });

  test("names settings, commands and pages that exist", () => {
    const variables = findAll(text.replace(/export \w+/g, ""), /\b([A-Z]+(?:_[A-Z]+)+|[A-Z]+(?==))/g);
    expect(variables.filter((name) => !new RegExp(`\\b${name}\\b`).test(settings))).toEqual([]);
    expect(findAll(text, /npm run ([\w-]+)/g).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const isPage = ([first = "", second = ""]: string[]) =>
      isReservedSlug(first) || (second !== "" && existsSync(`app/[resourceSlug]/${second}`));
    const paths = findAll(prose, /`\/([\w/-]+)`/g);
    expect(paths.filter((path) => !isPage(path.split("/")))).toEqual([]);
  });

  test("fits on two pages", () => {
    const words = text.split(/\s+/).length;
    expect([words > 300, words < 650]).toEqual([true, true]);
  });
});

test("pictures are small, of one size, and each is in a guide", () => {
  const all = files.map((file) => readFileSync(file, "utf8")).join();
  const pictures = globSync("public/guide/*.png");
  expect(pictures.length).toBeLessThanOrEqual(12);
  for (const picture of pictures) {
    const png = readFileSync(picture);
    expect([picture, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([picture, 1_280, 800]);
    expect([picture, png.length < 120_000, all.includes(picture)]).toEqual([picture, true, true]);
  }
});

test("links of empty states lead to guides", () => {
  const slugs = readGuides().map(({ slug }) => slug);
  expect(slugs.slice(0, 2)).toEqual(["first-agent", "own-model"]);
  const linked = sources.flatMap((source) => findAll(source, /\bguide="([\w-]+)"/g));
  expect(new Set(linked).size).toBeGreaterThan(5);
  expect(linked.filter((slug) => !slugs.includes(slug))).toEqual([]);
});

test("each system that apps are imported from has a guide", () => {
  const slugs = readGuides().flatMap(({ slug }) => (slug.startsWith("import-") ? [slug] : []));
  expect(slugs).toEqual(Object.keys(importGuides).map((system) => `import-${system}`));
});
