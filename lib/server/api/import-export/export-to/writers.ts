import type { ExportFormat } from "@/lib/constants/export-formats";
import { writeCrewai } from "./crewai/write";
import { writeOpenAiAgents } from "./openai-agents/write";
import type { ExportWriter } from "./shared/exported";

export type ForeignFormat = Exclude<ExportFormat, "muster">;

/** Writes an app's file for each other system. */
export const exportWriters: Record<ForeignFormat, ExportWriter> = {
  crewai: writeCrewai,
  "openai-agents": writeOpenAiAgents,
};
