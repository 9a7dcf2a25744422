import { z } from "zod";
import type { WebsiteSettings } from "./settings";

const entry = z.object({
  /** Of what was told: the same text is not told again. */
  hash: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
  /** Where it was found, when the page calls itself by another address. */
  from: z.string().optional(),
});
const pages = z.record(z.string(), entry);

const stateSchema = z.object({
  v: z.literal(1),
  /** The settings that it belongs to; with others the site is read anew. */
  of: z.string(),
  /** What the last whole read told. */
  before: pages,
  /** How the last read found its pages. */
  mode: z.enum(["sitemap", "crawl"]).nullable(),
  /** A read that is not at its end. */
  run: z
    .object({
      mode: z.enum(["sitemap", "crawl"]),
      todo: z.array(z.tuple([z.string(), z.number()])),
      seen: z.array(z.string()),
      /** They could not be read; a read that is continued tries them again. */
      failed: z.array(z.tuple([z.string(), z.number()])),
      now: pages,
      whole: z.boolean(),
    })
    .nullable(),
});

export type Entry = z.infer<typeof entry>;
export type WebsiteState = z.infer<typeof stateSchema>;

const belongsTo = ({ delayMs: _, ...settings }: WebsiteSettings): string => JSON.stringify(settings);

export function stateOf(state: unknown, settings: WebsiteSettings): WebsiteState {
  const of = belongsTo(settings);
  const parsed = stateSchema.safeParse(state);
  return parsed.success && parsed.data.of === of ? parsed.data : { v: 1, of, before: {}, mode: null, run: null };
}
