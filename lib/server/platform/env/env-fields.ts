import { isIP } from "node:net";
import { z } from "zod";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";

/** Field types of the environment's schema. Each accepts text, or undefined for its default. */

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

const onWords = ["on", "true", "1", "yes"];
const offWords = ["off", "false", "0", "no"];

export const toggle = (byDefault: boolean) =>
  z
    .string()
    .toLowerCase()
    .refine((text) => onWords.includes(text) || offWords.includes(text), "must be on or off")
    .transform((text) => onWords.includes(text))
    .default(byDefault);

export const port = (byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, "must be a whole number from 1 to 65535")
    .transform(Number)
    .refine((value) => value >= 1 && value <= 65_535, "must be a whole number from 1 to 65535")
    .default(byDefault);

export const positiveNumber = (byDefault: number) =>
  z
    .string()
    .transform(Number)
    .refine((value) => Number.isFinite(value) && value > 0, "must be a number greater than 0")
    .default(byDefault);

export const wholeNumber = (byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number, 0 or more")
    .transform(Number)
    .default(byDefault);

/** A limit: a whole number from 1 to 100,000. */
export const limit = (byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, "must be a whole number from 1 to 100000")
    .transform(Number)
    .refine((value) => value >= 1 && value <= 100_000, "must be a whole number from 1 to 100000")
    .default(byDefault);

/** Entries separated by commas or white space. */
export const list = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter(Boolean));

/** Addresses with an optional port, such as `10.0.0.2` or `[fd00::2]:5353`. */
export const nameServers = list.refine(
  (servers) =>
    servers.every(
      (server) => isIP(server) !== 0 || isIP(server.replace(/:\d{1,5}$/, "").replace(/^\[|\]$/g, "")) !== 0,
    ),
  "must contain IP addresses, each with an optional port",
);

/** A URL with one of these schemes. */
export const address = (...schemes: string[]) =>
  z.string().refine((text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text), {
    message: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    abort: true,
  });

export const httpAddress = address("http", "https").transform((text) => trimEndMatching(text, /\//));

/** An http URL without a path. */
export const origin = address("http", "https")
  .refine((text) => {
    const url = URL.parse(text);
    return url?.pathname === "/" && !url.search && !url.hash && !url.username;
  }, "must be a URL without a path, for example https://muster.example.com")
  .transform((text) => new URL(text).origin);

/** A contact link: an http URL, or `mailto:`. */
export const contactLink = z
  .string()
  .refine(
    (text) => /^(?:https?:\/\/|mailto:[^\s@]+@)/.test(text) && URL.canParse(text),
    "must be a URL that starts with https://, http:// or mailto:",
  );

/** Ids separated by commas: the first is used, the others are recognized. */
export const parseIds = (text = ""): string[] => text.split(/[\s,]+/).filter(Boolean);
