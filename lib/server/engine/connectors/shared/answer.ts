import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { ConnectorError } from "./errors";

/** Parses the part of a service's response that a connector reads. */
export function answerOf<T extends z.ZodType>(schema: T, answer: unknown, service: string): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const sentence = `${service} sent an answer that Muster cannot read. Check that nothing else answers at its address.`;
  throw new ConnectorError("malformed", sentence, { cause: parsed.error });
}

/** Parses a read's state; undefined when it does not match the schema. */
export function stateOf<T extends z.ZodType>(schema: T, state: unknown): z.output<T> | undefined {
  const parsed = schema.safeParse(state);
  return parsed.success ? parsed.data : undefined;
}

/** Parses a whole response as JSON. Connection errors are passed on unchanged. A large one yields to the event loop in between. */
export async function jsonAnswer<T extends z.ZodType>(schema: T, answer: Response, service: string) {
  const text = await answer.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  await setImmediate();
  const parsed = answerOf(schema, value, service);
  await setImmediate();
  return parsed;
}
