import { expect, test } from "vitest";
import { readPage } from "@/lib/server/engine/parsing/formats/web-page";

const filled = (unit: string): string => unit.repeat(Math.floor(400_000 / unit.length));
const nested = (tag: string, depth: number, inside: string): string =>
  `${`<${tag}>`.repeat(depth)}${inside}${`</${tag}>`.repeat(depth)}`;

test.each<[string, string]>([
  ["elements side by side", filled("<p>x</p>")],
  ["elements that are never closed", filled("<p>x")],
  [
    "styles that a browser would repeat",
    Array.from({ length: 400 }, (_, n) => `<b id=${n}>`).join("") + filled("<p>x"),
  ],
  ["ends without a beginning", nested("div", 400, filled("</x>"))],
  ["half tags", filled("<a ")],
  ["signs", filled("<")],
  ["tables", filled("<table><tr><td>a</td></tr></table>")],
  ["a table that is wide and long", `<table><tr>${filled("<td>x")}</tr>${filled("<tr><td>x<td>y</tr>")}</table>`],
  ["deep spans around blocks", nested("span", 190, filled("<i>x</i>") + filled("<p>x</p>"))],
  ["lists in lists", filled(nested("ul><li", 90, "x").replaceAll("</ul><li>", "</li></ul>"))],
  ["quotes in quotes", nested("blockquote", 190, filled("<p>x</p>"))],
  ["attributes", `<div ${filled("a=1 ")}>`],
  ["empty lines in code", `<pre>a${filled("\n")}b</pre><ul><li><pre>a${filled("\n")}b</pre></ul>`],
  ["fences in code", `<pre>${filled("```\n")}</pre>`],
  ["spaces", `a${filled(" \u00a0\n")}b`],
  ["links", filled('<a href="/x">y</a>')],
])("%s cost little", (_name, html) => {
  const began = performance.now();
  const before = html.length;
  let text = "";
  try {
    text = readPage({
      html: Buffer.from(html),
      address: "http://site.example.test/",
      contentType: null,
      robots: null,
    }).text;
  } catch (error) {
    expect(String(error)).toContain("nested too deeply");
  }
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(text.length).toBeLessThan(before * 20);
});
