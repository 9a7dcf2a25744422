import { z } from "zod";
import { callTimeout, headerName, headersField, headerValue, parametersField, toolAddress } from "./fields";

const secret = z.string("Enter a value.").min(1, "Enter a value.").max(8_000, "Use up to 8,000 characters.");

const authSchema = (value: z.ZodString) =>
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("none") }),
    z.object({ type: z.literal("bearer"), token: value.pipe(headerValue) }),
    z.object({
      type: z.literal("basic"),
      username: z
        .string()
        .max(500, "Use up to 500 characters.")
        .regex(/^[^:]*$/, "Usernames can't contain a colon."),
      password: value,
    }),
    z.object({ type: z.literal("apiKey"), in: z.enum(["header", "query"]), name: headerName, value }),
  ]);
const httpAuth = authSchema(secret);
export type HttpAuth = z.output<typeof httpAuth>;

/** Credential fields: stored encrypted, shown masked, and passed to calls under these names. */
export const httpSecretFields: Record<HttpAuth["type"], readonly string[]> = {
  none: [],
  bearer: ["auth.token"],
  basic: ["auth.password"],
  apiKey: ["auth.value"],
};

const template = z.string().max(64 * 1024, "Use up to 64 KB.");
const httpMethod = z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const httpBody = z.discriminatedUnion("type", [
  /** JSON in which a string that is a single placeholder becomes the argument, with its type. */
  z.object({ type: z.literal("json"), template }),
  z.object({ type: z.literal("form"), fields: z.record(z.string().min(1).max(200), template) }),
  z.object({ type: z.literal("text"), template, contentType: headerValue.max(100).default("text/plain") }),
]);

const credentialHeader = /^(authorization|proxy-authorization|cookie)$/i;

const httpRequest = z.object({
  method: httpMethod,
  url: toolAddress,
  query: z
    .record(z.string().min(1).max(200), template)
    .refine((query) => Object.keys(query).length <= 100, "Enter up to 100 values.")
    .default({}),
  headers: headersField.refine((headers) => !Object.keys(headers).some((name) => credentialHeader.test(name)), {
    error: "Set credentials under Authentication, where they are stored encrypted, instead of in a header.",
  }),
  body: httpBody.nullable().default(null),
});
export type HttpRequest = z.output<typeof httpRequest>;

const definitionSchema = (value: typeof httpAuth) => {
  const commonFields = { auth: value.default({ type: "none" }), timeoutMs: callTimeout };
  return z.discriminatedUnion("source", [
    z.object({
      source: z.literal("openapi"),
      /** OpenAPI 3.0, 3.1 or Swagger 2, as JSON or YAML. */
      document: z
        .string("Enter an OpenAPI document.")
        .min(1, "Enter an OpenAPI document.")
        .max(2_000_000, "Use up to 2 MB. Choose the operations first: only those are stored."),
      /** Where the document came from, to read it again. */
      address: toolAddress.nullable().default(null),
      /** Replaces the document's server. */
      server: toolAddress.nullable().default(null),
      operations: z
        .array(z.string().min(1).max(100), "Choose operations.")
        .min(1, "Choose at least one operation.")
        .max(100, "Choose up to 100 operations."),
      ...commonFields,
    }),
    z.object({ source: z.literal("request"), request: httpRequest, parameters: parametersField, ...commonFields }),
  ]);
};

export const httpDefinition = definitionSchema(httpAuth);
/** The definition as stored: credentials missing after an import are empty. */
export const storedHttpDefinition = definitionSchema(authSchema(z.string().max(8_000)));
export type HttpDefinition = z.output<typeof httpDefinition>;
