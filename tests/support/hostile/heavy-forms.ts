import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { jsonSchemaOf } from "./from-schema";
import { heavyFiles } from "./heavy-files";
import { heavyTexts } from "./heavy-texts";

interface HeavyForm {
  title: string;
  headers?: Record<string, string>;
  body: () => string | FormData;
}

const boundary = "------------------------aaaaaaaaaaaaaaaa";
const multipart = { "content-type": `multipart/form-data; boundary=${boundary}` };
const part = (head: string, content: string): string => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string): string => part(`content-disposition: form-data; name="${name}"`, value);
const file = (name: string, content: string, more = ""): string =>
  part(`content-disposition: form-data; name="file"; filename="${name}"${more}`, content);
const end = `--${boundary}--\r\n`;
const bytes = 8 * 1024 * 1024;
const inHeader = (text: string): string => text.replace(/["\\\r\n]/g, "a");

/** Whole bodies, as they go over the wire. */
const rawForms: [title: string, make: () => string][] = [
  ["many fields", () => `${field("a", "b").repeat(20_000)}${end}`],
  ["many files", () => `${file("a.txt", "b").repeat(20_000)}${end}`],
  ["many headers", () => `${file("a.txt", "a", `\r\n${"x-a: b\r\n".repeat(100_000)}x-b: c`)}${end}`],
  ["a header without an end", () => `--${boundary}\r\n${"a".repeat(bytes)}`],
  [
    "lines that begin like a boundary",
    () => `${file("a.txt", `\r\n--${boundary.slice(0, -1)}`.repeat(100_000))}${end}`,
  ],
  ["hyphens", () => `${file("a.txt", "-".repeat(bytes))}${end}`],
  ["lines", () => `${file("a.txt", "\r\n".repeat(bytes / 2))}${end}`],
  ["much behind the end", () => `${file("a.txt", "a")}${end}${"a".repeat(bytes)}`],
  ["boundaries alone", () => `--${boundary}\r\n`.repeat(100_000)],
  ["parameters of a header", () => `${file("a.txt", "a", "; a=b".repeat(10_000))}${end}`],
];

/** Every hostile upload of a call that takes files, with the fields that a valid one has. */
export function heavyForms(endpoint: ShapedEndpoint, valid: () => FormData): HeavyForm[] {
  const fields = Object.keys((endpoint.body && jsonSchemaOf(endpoint.body).properties) ?? { name: {} });
  const withFile = (filename: string, make: () => Buffer) => () => {
    const form = new FormData();
    for (const [name, value] of valid()) if (typeof value === "string") form.append(name, value);
    form.append("file", new File([new Uint8Array(make())], filename));
    return form;
  };
  return [
    ...rawForms.map(([title, make]) => ({ title, headers: multipart, body: make })),
    ...heavyTexts.flatMap(([shape, make]) => [
      ...fields.map((name) => ({
        title: `${name}: ${shape}`,
        headers: multipart,
        body: () => `${field(name, make(60_000))}${file("a.txt", "a")}${end}`,
      })),
      {
        title: `a file's name: ${shape}`,
        headers: multipart,
        body: () => `${file(inHeader(make(15_000)), "a")}${end}`,
      },
      { title: `a text file: ${shape}`, body: withFile("a.txt", () => Buffer.from(make(1_000_000))) },
    ]),
    ...heavyFiles.map(({ title, filename, make }) => ({ title, body: withFile(filename, make) })),
  ];
}
