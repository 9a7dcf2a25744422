import { gzipSync } from "node:zlib";

/** An answer as it goes over the wire. */
export interface Wire {
  body: Buffer;
  headers?: Record<string, string>;
}

export interface Inflation {
  title: string;
  make: (body: string) => Wire;
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const megabyte = 1024 * 1024;
/** The largest document that anybody may send. */
const largest = 50 * megabyte;
/** What most readers still take. */
const usual = 18 * megabyte;

const repeated = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));
const plain = (text: string): Wire => ({ body: Buffer.from(text) });

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return { text: body };
  }
}

/** Every text replaced. Ids and addresses are texts too, so only those are of which no other depends: the longest ones. */
function withText(value: Json, text: string): Json {
  if (typeof value === "string") return / /.test(value) || value.length > 40 ? text : value;
  if (Array.isArray(value)) return value.map((one) => withText(one, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withText(one, text)]));
}

/** Every list with its first entry so often that all has about so many bytes. */
function withLists(value: Json, bytes: number): Json {
  if (Array.isArray(value) && value.length > 0) {
    const each = JSON.stringify(value[0]).length + 1;
    return [...value, ...Array(Math.floor(bytes / each)).fill(value[0])];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const lists = Object.values(value).filter(Array.isArray).length;
  const share = bytes / Math.max(1, lists);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withLists(one, share)]));
}

/** The JSON with more in its outermost object or list. */
function beside(body: string, more: string): string {
  const json = JSON.stringify(parsed(body));
  const [end, name] = json.endsWith("]") ? ["]", ""] : ["}", '"more":'];
  const empty = json.length === 2;
  return `${json.slice(0, -1)}${empty ? "" : ","}${name}${more}${end}`;
}

const keys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"key${i}":${i}`).join(",")}}`;

/** Just below the limits that readers of answers have, and beyond all of them. */
const sizes = [0.9, 1.9, 3.8, 9.5, 19, 50];

const sized = (size: number): Inflation[] => {
  const bytes = size * megabyte;
  return [
    { title: `lists of ${size} MB`, make: (body) => plain(JSON.stringify(withLists(parsed(body), bytes))) },
    { title: `${size} MB of numbers beside`, make: (body) => plain(beside(body, `[${repeated("1,", bytes)}1]`)) },
    { title: `${size} MB of empty lists beside`, make: (body) => plain(beside(body, `[${repeated("[],", bytes)}[]]`)) },
    { title: `${size} MB of short texts beside`, make: (body) => plain(beside(body, `[${repeated('"a",', bytes)}1]`)) },
  ];
};

/** What somebody may make of an answer in JSON, so that reading it costs as much as it can. */
export const inflations: Inflation[] = [
  {
    title: "long texts",
    make: (body) => {
      const [short, long] = ["", "a "].map((text) => JSON.stringify(withText(parsed(body), text)).length) as [
        number,
        number,
      ];
      const texts = Math.max(1, (long - short) / 2);
      return plain(JSON.stringify(withText(parsed(body), repeated("a ", usual / texts))));
    },
  },
  ...sizes.flatMap(sized),
  { title: "a text of 50 MB beside", make: (body) => plain(beside(body, `"${repeated("a", largest)}"`)) },
  { title: "many keys beside", make: (body) => plain(beside(body, keys(20_000))) },
  { title: "very many keys beside", make: (body) => plain(beside(body, keys(1_000_000))) },
  {
    title: "deep lists beside",
    make: (body) => plain(beside(body, `${"[".repeat(20_000)}${"]".repeat(20_000)}`)),
  },
  { title: "escapes beside", make: (body) => plain(beside(body, `"${repeated("\\u00e9", usual)}"`)) },
  { title: "a number of many digits beside", make: (body) => plain(beside(body, "9".repeat(usual))) },
  { title: "50 MB of spaces before", make: (body) => plain(" ".repeat(largest) + body) },
  { title: "brackets without an end", make: () => plain("[".repeat(usual)) },
  {
    title: "half a gigabyte of spaces as gzip",
    make: (body) => ({
      body: gzipSync(Buffer.concat([Buffer.alloc(500 * megabyte, " "), Buffer.from(body)])),
      headers: { "content-encoding": "gzip" },
    }),
  },
  {
    title: "numbers as gzip",
    make: (body) => ({
      body: gzipSync(beside(body, `[${repeated("1,", usual)}1]`)),
      headers: { "content-encoding": "gzip" },
    }),
  },
];
