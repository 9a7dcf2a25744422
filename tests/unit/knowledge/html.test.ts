import iconv from "iconv-lite";
import { describe, expect, test, vi } from "vitest";
import { blocksOf, parseBytes } from "../../support/knowledge/parse-bytes";

vi.setConfig({ testTimeout: 30_000 });

const page = (body: string): string =>
  `<!doctype html><html><head><title> The  page </title></head><body>${body}</body></html>`;

describe("HTML", () => {
  test("keeps headings, paragraphs, lists, tables and code", async () => {
    const body = `
      <h1>Main <em>thing</em></h1>
      <p>Some   text<br>on two lines &amp; more.</p>
      <ul><li>One<li>Two<ol><li>Inner <p>goes on</p></ol></ul>
      <pre>  a
    b</pre>
      <table><thead><tr><th>Name<th>Price</thead><tr><td>Tea<td>3 | 4<tr><td colspan=2>All</table>
      <div>Loose <span>words</span></div>last`;
    expect(await blocksOf(page(body), "a.html")).toEqual([
      "heading1: Main thing",
      "text: Some text\non two lines & more.",
      "list: - One\n- Two\n  1. Inner\n    goes on",
      "code:   a\n    b",
      "table: | Name | Price |\n| --- | --- |\n| Tea | 3 \\| 4 |\n| All |  |",
      "text: Loose words",
      "text: last",
    ]);
    expect((await parseBytes(page(body), "a.html")).title).toBe("The page");
  });

  test("leaves out what no reader sees", async () => {
    const body =
      '<script>var a = "x";</script><style>p{}</style><p hidden>no</p><p style="display: none">no</p><nav>Menu</nav><svg><text>no</text></svg><template><p>no</p></template><!-- no --><p>yes <img src="x" alt="a chart"></p>';
    expect(await blocksOf(page(body), "a.html")).toEqual(["text: yes a chart"]);
  });

  test("reads the main part alone where the page names one", async () => {
    const around = (inner: string) => page(`<header>Shop</header>${inner}<footer>Imprint</footer>`);
    expect(await blocksOf(around("<main><p>Text</p></main>"), "a.html")).toEqual(["text: Text"]);
    expect(await blocksOf(around("<article><p>Text</p></article>"), "a.html")).toEqual(["text: Text"]);
    expect(await blocksOf(around("<article>A</article><article>B</article>"), "a.html")).toEqual([
      "text: Shop",
      "text: A",
      "text: B",
      "text: Imprint",
    ]);
    expect(await blocksOf(around("<main></main><p>Text</p>"), "a.html")).toEqual([
      "text: Shop",
      "text: Text",
      "text: Imprint",
    ]);
  });

  test("tables that only place things are no tables", async () => {
    const inner = "<table><tr><td>A<td>B</tr><tr><td>1<td>2</tr></table>";
    expect(
      await blocksOf(page(`<table><tr><td><h2>Title</h2>${inner}</td><td>Side</td></tr></table>`), "a.html"),
    ).toEqual(["heading2: Title", "table: | A | B |\n| --- | --- |\n| 1 | 2 |", "text: Side"]);
    expect(await blocksOf(page("<table><tr><td>Only<tr><td>One</table>"), "a.html")).toEqual([
      "text: Only",
      "text: One",
    ]);
  });

  test("is read in the encoding that it names", async () => {
    const html = '<html><head><meta charset="koi8-r"></head><body><p>Привет</p></body></html>';
    expect(await blocksOf(iconv.encode(html, "koi8-r"), "a.html")).toEqual(["text: Привет"]);
  });

  test.each([
    ["elements within elements", `${"<div>".repeat(200_000)}deep${"</div>".repeat(200_000)}`],
    ["elements that nothing closes", `${"<b><i>".repeat(100_000)}deep`],
    ["tables within tables", `${"<table><tr><td>".repeat(100_000)}deep`],
    ["closing tags of nothing", `${"<section>".repeat(50_000)}${"</x>".repeat(100_000)}deep`],
    ["tags that do not end", `<p>deep</p>${"<a".repeat(500_000)}`],
    ["blanks", `<p>deep</p>${"<b> </b>".repeat(200_000)}`],
  ])(
    "stands %s",
    async (_, body) => {
      const started = performance.now();
      const { blocks } = await parseBytes(page(body), "a.html");
      expect(blocks.map(({ text }) => text).join(" ")).toContain("deep");
      expect(performance.now() - started).toBeLessThan(8_000);
    },
    20_000,
  );
});

describe("an e-mail", () => {
  const mail = (body: string): string =>
    `From: "Ada" <ada@example.test>\r\nTo: team@example.test\r\nSubject: =?utf-8?q?Gr=C3=B6=C3=9Fe?=\r\nDate: Fri, 21 Nov 2025 10:00:00 +0000\r\nMIME-Version: 1.0\r\n${body}`;
  const facts = "text: From: Ada <ada@example.test>\nTo: team@example.test\nDate: 2025-11-21T10:00:00.000Z";

  test("is its facts, its text and what is attached", async () => {
    const parts = [
      'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: multipart/alternative; boundary="c"\r\n',
      "--c\r\nContent-Type: text/plain\r\n\r\nPlain\r\n",
      "--c\r\nContent-Type: text/html\r\n\r\n<h2>Offer</h2><p>Rich</p>\r\n--c--\r\n",
      '--b\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"\r\n\r\n%PDF\r\n--b--\r\n',
    ];
    const content = mail(parts.join("\r\n"));
    expect(await blocksOf(content, "a.eml")).toEqual([
      "heading1: Größe",
      facts,
      "heading2: Offer",
      "text: Rich",
      "text: Attachments: a.pdf",
    ]);
    expect((await parseBytes(content, "a.eml")).title).toBe("Größe");
  });

  test("of plain text alone", async () => {
    expect(await blocksOf(mail("Content-Type: text/plain; charset=utf-8\r\n\r\nHello\r\nthere"), "a.eml")).toEqual([
      "heading1: Größe",
      facts,
      "text: Hello\nthere",
    ]);
  });
});
