import { z } from "zod";
import {
  maxConcurrency,
  maxOrigins,
  maxRate,
  maxRequestBytes,
  minRequestBytes,
  type PublicationWay,
  publicationWays,
  webhookPresets,
} from "@/lib/constants/publications";
import { descriptionField, wholeField } from "../base/fields";
import { isAvailableWay } from "./ways";

/** Null: the default, or for a key the publication's. */
export const limitFields = {
  rate: wholeField(1, maxRate).nullable().optional(),
  concurrency: wholeField(1, maxConcurrency).nullable().optional(),
  maxBytes: wholeField(minRequestBytes, maxRequestBytes).nullable().optional(),
};

/** As browsers send it; null for another URL, or a host with a wildcard or what separates the parts of a policy. */
function toOrigin(text: string): string | null {
  const url = URL.parse(text);
  const isHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(url?.hostname ?? "");
  return isHost && url?.href === `${url?.origin}/` && url.protocol.startsWith("http") ? url.origin : null;
}

const originField = z
  .string()
  .trim()
  .max(300)
  .transform((text, ctx) => {
    const origin = toOrigin(text);
    if (origin === null) ctx.addIssue({ code: "custom", message: "Enter an origin such as https://example.com." });
    return origin ?? z.NEVER;
  });

export const originsField = z.array(originField).max(maxOrigins, `Enter up to ${maxOrigins} origins.`);

/** On, with settings if any. */
const simpleWay = z.union([z.boolean(), z.object({})], "Send true or false.");

const mcpWay = z.union([z.boolean(), z.object({ description: descriptionField })], "Send true or false.");

const webhookWay = z.union([
  z.literal(false),
  z.object({
    preset: z.enum(webhookPresets, "Choose how the sender signs."),
    /** For senders that issue it themselves; otherwise it is generated. */
    secret: z.string().trim().min(8, "Use at least 8 characters.").max(500, "Use up to 500 characters.").optional(),
  }),
]);

const isOn = (way: unknown): boolean => way !== undefined && way !== false;

export const waysField = z
  .object({
    openai: simpleWay.optional(),
    mcp: mcpWay.optional(),
    webhook: webhookWay.optional(),
    embed: simpleWay.optional(),
  })
  .superRefine((ways, ctx) => {
    for (const way of publicationWays)
      if (isOn(ways[way]) && !isAvailableWay(way))
        ctx.addIssue({ code: "custom", path: [way], message: "This channel isn't available." });
  });

export const listOn = (ways: z.output<typeof waysField>): PublicationWay[] =>
  publicationWays.filter((way) => isOn(ways[way]));
