import type { OutcomeLabel } from "@/components/shared/status/outcome-groups";
import type { ImportSource } from "@/lib/contract/transfers/schemas";

/** The systems that have a guide, `/guide/import-flowise` and so on. */
export const importGuides = {
  flowise: "Flowise",
  dify: "Dify",
  crewai: "CrewAI",
  langflow: "Langflow",
  "agent-builder": "OpenAI Agent Builder",
} satisfies Record<Exclude<ImportSource["system"], "muster">, string>;

/** What a file is taken for, such as `Dify, version 0.1.5`. */
export function describeSource({ system, version }: ImportSource): string {
  const name = system === "muster" ? "Muster" : importGuides[system];
  if (!version) return `${name}, version unknown`;
  return /^\d/.test(version) ? `${name}, version ${version}` : `${name}, ${version}`;
}

/** In the order of the report: first what a person has to complete. */
export const outcomes: OutcomeLabel[] = [
  { outcome: "needs", label: "Needs you", tone: "warning", explanation: "Complete these below, or after the import." },
  {
    outcome: "approximated",
    label: "Approximated",
    tone: "info",
    explanation: "These work differently in Muster. Check them.",
  },
  { outcome: "left", label: "Left out", tone: "neutral", explanation: "These aren't imported." },
  { outcome: "taken", label: "Imported", tone: "success", explanation: "These are imported as they are." },
];
