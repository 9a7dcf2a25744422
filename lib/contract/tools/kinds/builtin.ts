import { z } from "zod";
import type { builtinIds } from "@/lib/constants/builtin-tools";
import { retrieverForm } from "../../datasources/retrieval";
import { callTimeout } from "./fields";

const noSettings = z.object({}).default({});
const language = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2,3}(-[a-z]{2,10})?$/, "Enter a Wikipedia language code, such as en or de.")
  .default("en");
const results = (max: number) =>
  z.number().int().min(1, "Enter 1 or more.").max(max, `Enter ${max} or less.`).default(5);
const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
};
const timeZoneField = z.string().trim().max(100).refine(isZone, "Enter a time zone such as Europe/Berlin or UTC.");

/** What can be set for each built-in tool. */
export const builtinSettings = {
  webPage: noSettings,
  wikipedia: z.object({ language, results: results(10) }).prefault({}),
  arxiv: z.object({ results: results(20) }).prefault({}),
  calculator: noSettings,
  dateTime: z.object({ timeZone: timeZoneField.default("UTC") }).prefault({}),
  datasource: z.object({
    datasourceId: z.string("Choose a data source.").min(1, "Choose a data source.").max(100),
    retriever: retrieverForm.prefault({}),
  }),
} satisfies Record<(typeof builtinIds)[number], z.ZodType>;

const one = <K extends keyof typeof builtinSettings>(builtin: K) =>
  z.object({ builtin: z.literal(builtin), settings: builtinSettings[builtin], timeoutMs: callTimeout });

export const builtinDefinition = z.discriminatedUnion(
  "builtin",
  [one("webPage"), one("wikipedia"), one("arxiv"), one("calculator"), one("dateTime"), one("datasource")],
  "Choose a built-in tool.",
);
export type BuiltinDefinition = z.output<typeof builtinDefinition>;
