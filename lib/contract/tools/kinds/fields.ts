import { z } from "zod";

/** Parsed again by the tool's type. */
export const anyDefinition = z.record(z.string(), z.unknown());

/** Error for text instead of a JSON Schema: forms send the text unchanged until it can be parsed. */
export const notReadable = {
  error: ({ input }: { input?: unknown }): string => {
    if (typeof input !== "string") return "Enter a JSON Schema object.";
    try {
      JSON.parse(input);
      return "Enter a JSON Schema object.";
    } catch (error) {
      return `This isn't valid JSON: ${error instanceof Error ? error.message : "it can't be read"}.`;
    }
  },
};

/** Timeout of a tool call in milliseconds. */
export const callTimeout = z
  .number("Enter a time in milliseconds.")
  .int("Enter a time in milliseconds.")
  .min(1_000, "Enter 1,000 ms or more.")
  .max(120_000, "Enter 120,000 ms or less.")
  .default(30_000);

const isHttp = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol);
};

/** An http address without a username: credentials have fields of their own. */
export const toolAddress = z
  .string("Enter a URL.")
  .trim()
  .min(1, "Enter a URL.")
  .max(2_000, "Use up to 2,000 characters.")
  .refine(isHttp, "Enter a URL that starts with https:// or http://.")
  .refine((text) => {
    const url = URL.parse(text);
    return !url?.username && !url?.password;
  }, "Remove the username and password from the URL. Set them as credentials instead.");

export const headerName = z
  .string()
  .trim()
  .regex(/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/i, "Use up to 100 letters, digits, - and _.");

/** A header value that fetch accepts, or the mask of a stored one. */
export const headerValue = z
  .string()
  .max(4_000, "Use up to 4,000 characters.")
  .regex(/^[\t\u0020-\u007e\u0080-\u00ff\u2022]*$/, "Header values must be a single line of ASCII text.");

/** Headers that belong to the connection, or that the call itself sets. */
const connectionHeaders = /^(host|connection|content-length|transfer-encoding|expect|upgrade|te|__proto__|mcp-.*)$/i;

export const headersField = z
  .record(headerName, headerValue)
  .refine((headers) => Object.keys(headers).length <= 50, "Enter up to 50 headers.")
  .refine((headers) => !Object.keys(headers).some((name) => connectionHeaders.test(name)), {
    error: ({ input }) =>
      `The “${Object.keys(input as object).find((name) => connectionHeaders.test(name))}” header can't be set here.`,
  })
  .default({});

/** A JSON Schema of an object; only its outline is checked. */
export const parametersField = z
  .record(z.string(), z.unknown(), notReadable)
  .refine((schema) => schema.type === "object", "The parameters schema must be of type object.")
  .refine((schema) => JSON.stringify(schema).length <= 64 * 1024, "Use up to 64 KB for the parameters.");
