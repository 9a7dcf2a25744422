import type { z } from "zod";
import { ConnectorError } from "./errors";

/** What a service answered, as far as a connector reads it. */
export function answerOf<T extends z.ZodType>(schema: T, answer: unknown, service: string): z.output<T> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const sentence = `${service} sent an answer that Muster cannot read. Check that nothing else answers at its address.`;
  throw new ConnectorError("malformed", sentence, { cause: parsed.error });
}

/** A state that a read is given, or undefined where it is none of this shape. */
export function stateOf<T extends z.ZodType>(schema: T, state: unknown): z.output<T> | undefined {
  const parsed = schema.safeParse(state);
  return parsed.success ? parsed.data : undefined;
}

/** The JSON of a whole answer. A lost connection stays what it is. */
export async function jsonAnswer<T extends z.ZodType>(schema: T, answer: Response, service: string) {
  const text = await answer.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return answerOf(schema, value, service);
}
