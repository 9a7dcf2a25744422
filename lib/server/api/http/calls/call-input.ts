import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { AppError, invalidField } from "../../../platform/errors/errors";
import { parseInput } from "../../../platform/http/body/parse";

/**
 * The query of a call, rejecting NUL, on which PostgreSQL fails. Checked before the caller is identified, because the slug is
 * part of that statement. The front guard checks it as well, but does not see every request.
 */
export function readQuery(request: Request, params: Record<string, string>): URLSearchParams {
  const query = new URL(request.url).searchParams;
  if ([...Object.values(params), ...query.values()].some((text) => text.includes("\0")))
    throw new AppError("invalid", "The URL isn't valid.");
  return query;
}

/** An id repeated in a body must equal the path's. */
export function checkIds(params: Record<string, string>, body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  for (const [name, value] of Object.entries(params)) {
    const sent = (body as Record<string, unknown>)[name];
    if (sent !== undefined && sent !== value)
      throw new AppError("invalid", `The field ${name} doesn't match the URL.`, {
        issues: [{ path: name, message: "Doesn't match the URL." }],
      });
  }
}

/** Of repeated names the last value counts. */
export const parseQuery = ({ query: schema }: ShapedEndpoint, query: URLSearchParams): unknown =>
  schema && parseInput(schema, Object.fromEntries(query.entries()));

/** The text fields of a multipart body; those that the endpoint declares as JSON are parsed. Throws 400 at such a field. */
export function readFields(
  { files }: ShapedEndpoint,
  fields: Record<string, string | string[]>,
): Record<string, unknown> {
  const read = ([name, text]: [string, unknown]): [string, unknown] => {
    if (typeof text !== "string" || !files?.json.includes(name)) return [name, text];
    try {
      return [name, JSON.parse(text)];
    } catch {
      throw invalidField(name, "This isn't valid JSON.");
    }
  };
  return Object.fromEntries(Object.entries(fields).map(read));
}

export const parseBody = ({ body: schema }: ShapedEndpoint, sent: unknown): unknown =>
  schema && parseInput(schema, sent ?? {});
