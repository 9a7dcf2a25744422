import { z } from "zod";
import {
  chunkOverlapDefault,
  chunkSizeDefault,
  chunkSizeMin,
  chunkStrategies,
  maxChunkSize,
} from "@/lib/constants/datasources";
import { wholeField } from "../base/fields";
import { checkTiming, recurrenceFields } from "../base/schedule";

export const chunkingForm = z
  .object({
    strategy: z.enum(chunkStrategies).default("recursive"),
    size: wholeField(chunkSizeMin, maxChunkSize).default(chunkSizeDefault),
    overlap: wholeField(0, maxChunkSize / 2).default(chunkOverlapDefault),
  })
  .refine(({ size, overlap }) => overlap <= size / 2, {
    path: ["overlap"],
    message: "Enter up to half of the chunk size.",
  });
export type Chunking = z.output<typeof chunkingForm>;

export const scheduleForm = z.discriminatedUnion("type", [
  z.object({ type: z.literal("manual") }),
  z.object(recurrenceFields).superRefine(checkTiming),
]);
export type Schedule = z.output<typeof scheduleForm>;

const fieldName = z.string().min(1).max(300);
export const streamConfigForm = z.object({
  name: z.string().min(1).max(300),
  /** Empty: all of them. */
  fields: z.array(fieldName).max(2_000).default([]),
  primaryKeys: z.array(fieldName).max(20).default([]),
  cursorField: fieldName.nullable().default(null),
  mode: z.enum(["full", "incremental"]).default("full"),
});
export type StreamConfig = z.output<typeof streamConfigForm>;
export const streamsField = z.array(streamConfigForm).max(1_000, "Choose up to 1,000 streams.");

export const discoveredStreamSchema = z.object({
  name: z.string(),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
  primaryKeys: z.array(z.string()),
  cursorFields: z.array(z.string()),
  modes: z.array(z.enum(["full", "incremental"])),
});
export type DiscoveredStream = z.output<typeof discoveredStreamSchema>;
export const discoveredSchema = z.array(discoveredStreamSchema);
