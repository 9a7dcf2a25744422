import { z } from "zod";
import type { WebsiteSettings } from "./settings";

const entry = z.object({
  /** Of the emitted text: unchanged text is not emitted again. */
  hash: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
  /** Where it was found, if the page has another canonical URL. */
  from: z.string().optional(),
});
const pages = z.record(z.string(), entry);

const stateSchema = z.object({
  v: z.literal(1),
  /** The settings' fingerprint; when it changes, the site is read again. */
  of: z.string(),
  /** The pages that the last complete read emitted. */
  before: pages,
  /** How the last read found its pages. */
  mode: z.enum(["sitemap", "crawl"]).nullable(),
  /** A read in progress. */
  run: z
    .object({
      mode: z.enum(["sitemap", "crawl"]),
      todo: z.array(z.tuple([z.string(), z.number()])),
      seen: z.array(z.string()),
      /** Pages that could not be read; a resumed read retries them. */
      failed: z.array(z.tuple([z.string(), z.number()])),
      now: pages,
      whole: z.boolean(),
    })
    .nullable(),
});

export type Entry = z.infer<typeof entry>;
export type WebsiteState = z.infer<typeof stateSchema>;

const toFingerprint = ({ delayMs: _, ...settings }: WebsiteSettings): string => JSON.stringify(settings);

export function parseState(state: unknown, settings: WebsiteSettings): WebsiteState {
  const fingerprint = toFingerprint(settings);
  const parsed = stateSchema.safeParse(state);
  return parsed.success && parsed.data.of === fingerprint
    ? parsed.data
    : { v: 1, of: fingerprint, before: {}, mode: null, run: null };
}
