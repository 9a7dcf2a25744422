import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { ConnectorError } from "./errors";

/** Parses the part of a service's response that a connector reads. */
export function parseResponse<T extends z.ZodType>(schema: T, response: unknown, service: string): z.output<T> {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  const sentence = `${service} returned an unexpected response. Check that no other server responds at its URL.`;
  throw new ConnectorError("malformed", sentence, { cause: parsed.error });
}

/** Parses a read's state; undefined when it does not match the schema. */
export function parseState<T extends z.ZodType>(schema: T, state: unknown): z.output<T> | undefined {
  const parsed = schema.safeParse(state);
  return parsed.success ? parsed.data : undefined;
}

/** Parses a whole response as JSON. Connection errors are passed on unchanged. A large one yields to the event loop in between. */
export async function readJsonResponse<T extends z.ZodType>(schema: T, response: Response, service: string) {
  const text = await response.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  await setImmediate();
  const parsed = parseResponse(schema, value, service);
  await setImmediate();
  return parsed;
}
