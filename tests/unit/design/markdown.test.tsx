import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { MarkdownRenderer } from "@/components/shared/markdown/markdown-renderer";
import { isHeavyMarkdown } from "@/lib/utils/markdown/markdown-weight";

const render = (text: string): string => renderToStaticMarkup(<MarkdownRenderer text={text} />);
const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
/** Milliseconds of CPU, so that a busy machine does not count. */
const timeOf = (text: string): number => {
  const start = process.cpuUsage();
  render(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
};

describe("safety", () => {
  test("no HTML", () => {
    const html = render(
      '<img src=x onerror=alert(1)> <script>alert(1)</script> <b onclick="x">bold</b>\n\n<iframe src="//x">',
    );
    expect(html).not.toMatch(/<(img|script|b|iframe)[\s>]/);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  });

  test("a line break in HTML is one, and nothing more", () => {
    expect(render("a<br>b<br/>c")).toContain("a<br/>b<br/>c");
    expect(render("a<br onload=x>b")).not.toContain("<br");
  });

  test.each(["https://a.example/b?c=1#d", "http://a.example", "mailto:ada@example.test"])("a link to %s", (href) => {
    const html = render(`[go](${href})`);
    expect(html).toContain(`href="${href}"`);
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#x0A;script:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "\\\\evil.example",
    "/\\evil.example",
    "https:/evil",
    "http:evil.example",
    "https:///evil.example",
    "/login",
    "#top",
    "blob:https://a.example/1",
    "ftp://a.example",
  ])("no link to %s", (href) => {
    for (const text of [`[go](${href})`, `[go](<${href}>)`, `[go][1]\n\n[1]: ${href}`, `<${href}>`, `![go](${href})`]) {
      expect(render(text)).not.toMatch(/href|src=/);
    }
  });

  test("images are links, by address and by reference, and text inside a link", () => {
    const html = render("![A cat](https://a.example/cat.png) ![dog][1]\n\n[1]: https://a.example/dog.png");
    expect(html).not.toContain("<img");
    expect(html).toMatch(/<a href="https:\/\/a.example\/cat.png"[^>]*>Image: A cat<\/a>/);
    expect(html).toMatch(/<a href="https:\/\/a.example\/dog.png"[^>]*>Image: dog<\/a>/);
    const nested = render("[![badge](https://a.example/b.svg)](https://a.example)");
    expect(nested.match(/<a /g)).toHaveLength(1);
    expect(nested).toContain("Image: badge");
  });

  test("React preloads nothing", () => {
    expect(render("![x](https://a.example/x.png)")).not.toContain("preload");
  });

  test("no ids that could double on a page, no links into it", () => {
    const html = render("# Title\n\nText[^1].\n\n[^1]: Note.");
    expect(html).not.toMatch(/ id=|href/);
    expect(html).toContain("Note.");
  });
});

describe("look", () => {
  test("headings start below the page's own", () => {
    expect(render("# One\n\n### Three")).toMatch(/<h3[^>]*>One<\/h3>\n?<h4[^>]*>Three<\/h4>/);
  });

  test("code blocks carry their language and a copy button", () => {
    const html = render("```ts\nconst a = 1 < 2;\n```");
    expect(html).toContain(">ts</span>");
    expect(html).toContain('aria-label="Copy code"');
    expect(html).toContain("const a = 1 &lt; 2;");
  });

  test("task lists say their state without a checkbox", () => {
    const html = render("- [x] done\n- [ ] open");
    expect(html).not.toContain("<input");
    expect(html).toContain('aria-label="Done"');
    expect(html).toContain('aria-label="To do"');
  });
});

const hostile = [
  "_*",
  "a*b*c ",
  "**a",
  "*a **b ",
  "~~a",
  "]",
  "[",
  "[a](",
  "![a](",
  "[^a]",
  "[a][b]",
  "[[[]]]",
  "`` ` ",
  "> ",
  ">",
  "- ",
  "1. ",
  "- - ",
  "1) ",
  "> - ",
  "a\n===\n",
  "a\n===\n\n",
  "===\n",
  "> a\n\n",
  "> a\n- b\n",
  "a|b\n-|-\n",
  "a|b\n-|-\n\n",
  "|-|-|\n",
  "- a\n",
  "- [ ] a\n",
  "# a\n",
  "a\n\n",
  "[a]: b\n",
  "[^a]: b\n\n",
  "<a ",
  "<div>\n```\n\n",
  "*a*\n\n",
  "`a` ",
  "a@b.c ",
  "www.a.b ",
  "**bold** and `code` [l](http://x) text. ",
  "1. a\n",
  "[^a]: [^b]: ",
  "+ > 1. ",
  "- a\n\n  ",
  "\\",
  "&lt;",
  "<!--",
  "a  \n",
  "```\n",
  "~~~\n*_",
];

describe("cost", () => {
  test("the 40 KB message that costs the parser half a minute is plain text within milliseconds", () => {
    const text = fill("_*", 40_000);
    const time = timeOf(text);
    expect(render(text)).toContain(text);
    expect(time).toBeLessThan(100);
  });

  test.each(hostile)("100 KB of %j, and as much of it as is still parsed", (unit) => {
    let text = fill(unit, 100_000);
    expect(timeOf(text)).toBeLessThan(2_000);
    while (isHeavyMarkdown(text)) text = text.slice(0, text.length * 0.8);
    expect(timeOf(text)).toBeLessThan(2_000);
  });

  test.each([
    ["an open bracket before many addresses", `[${fill("->", 99_000)}`],
    ["a comment that never ends", fill("a<!--", 100_000)],
    ["blank lines", `a${"\n".repeat(99_000)}b`],
    ["tables in a quote", `>![${fill("-->&amp;a|b\n-|-\n", 20_000)}`],
  ])("%s", (_, text) => {
    expect(timeOf(text)).toBeLessThan(2_000);
  });

  test("a run of spaces before a word", () => {
    for (const spaces of [3_000, 99_000])
      expect(timeOf(`a\n${" ".repeat(spaces)}x`), `${spaces} spaces`).toBeLessThan(2_000);
  });

  test("nesting by indentation", () => {
    const deep = (prefix: string) =>
      Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth * 2)}${prefix}a`).join("\n");
    for (const prefix of ["- ", "> ", "1. "]) expect(timeOf(deep(prefix))).toBeLessThan(2_000);
  });

  test("a fence that the parser does not take for one hides nothing", () => {
    const bomb = fill("_*", 20_000);
    for (const before of [
      "<div>\n```\n\n",
      "<!--\n```\n-->\n\n",
      "- a\n  ```\n",
      "> ```\n",
      "```a`\n",
      "    ```\n",
      "~~~\n```\n~~~\n",
    ]) {
      expect(isHeavyMarkdown(`${before}${bomb}`), before).toBe(true);
    }
  });

  test.each([
    ["a long answer", fill("Some **bold** words, a [link](https://a.example) and `code`.\n\n- one\n- two\n\n", 20_000)],
    ["a long file in a fence", `\`\`\`py\n${fill("def f(*args, **kwargs): return a_b[0][1] * c_d\n", 90_000)}\n\`\`\``],
    ["a large table", `|a|b|\n|-|-|\n${fill("| **x** | `y` |\n", 3_000)}`],
    ["nested lists", "- a\n  - b\n    - c\n      1. d\n         > e"],
  ])("%s is still markdown", (_, text) => {
    expect(isHeavyMarkdown(text)).toBe(false);
  });

  test("longer than 100,000 characters is plain", () => {
    const text = fill(`${"word ".repeat(19)}\n\n`, 100_001);
    expect(isHeavyMarkdown(text.slice(1))).toBe(false);
    expect(isHeavyMarkdown(text)).toBe(true);
  });
});
