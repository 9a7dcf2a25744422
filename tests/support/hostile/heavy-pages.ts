import { gzipSync } from "node:zlib";
import { heavyFiles } from "./heavy-files";
import { heavyTexts } from "./heavy-texts";
import type { Wire } from "./inflated";

const megabyte = 1024 * 1024;
const typed = (type: string, body: Buffer | string, headers = {}): Wire => ({
  body: Buffer.from(body),
  headers: { "content-type": type, ...headers },
});
const entry = "<entry><id>http://a/a</id><title>A</title><summary>Text</summary></entry>";
const types: Record<string, string> = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  pdf: "application/pdf",
  txt: "text/plain",
};
const typeOf = (filename: string): string => types[filename.split(".").pop() ?? ""] ?? "application/octet-stream";

/** What somebody may serve as a page, a feed or a file. */
export const heavyPages: [title: string, make: () => Wire][] = [
  ...["text/html", "text/plain", "application/xml"].flatMap((type) =>
    heavyTexts.map(([name, make]): [string, () => Wire] => [
      `${type} of ${name}`,
      () => typed(type, make(4 * megabyte)),
    ]),
  ),
  ...heavyFiles.map(({ title, filename, make }): [string, () => Wire] => [
    title,
    () => typed(typeOf(filename), make()),
  ]),
  ["a feed of many entries", () => typed("application/atom+xml", `<feed>${entry.repeat(100_000)}</feed>`)],
  ["a feed without an end", () => typed("application/atom+xml", "<feed><entry>".repeat(200_000))],
  [
    "a feed of expanding entities",
    () =>
      typed(
        "application/xml",
        `<!DOCTYPE a [<!ENTITY a "${"a".repeat(100_000)}">]><feed>${"&a;".repeat(100_000)}</feed>`,
      ),
  ],
  ["50 MB of HTML", () => typed("text/html", "<p>a</p>".repeat((50 * megabyte) / 8))],
  [
    "half a gigabyte as gzip",
    () => typed("text/html", gzipSync(Buffer.alloc(500 * megabyte, "a ")), { "content-encoding": "gzip" }),
  ],
  [
    "gzip in gzip",
    () => typed("text/html", gzipSync(gzipSync(Buffer.alloc(200 * megabyte))), { "content-encoding": "gzip, gzip" }),
  ],
];
