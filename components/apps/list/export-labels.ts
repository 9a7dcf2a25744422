import type { OutcomeLabel } from "@/components/shared/status/outcome-groups";
import type { ExportFormat } from "@/lib/constants/export-formats";

/** What an app can be exported as, in the order of the choice. */
export const exportLabels: { format: ExportFormat; label: string; help: string }[] = [
  { format: "muster", label: "Muster file (YAML)", help: "Import it into another team or another Muster server." },
  { format: "crewai", label: "CrewAI project (zip)", help: "A crew to run with CrewAI 1.14.7 or later." },
  {
    format: "openai-agents",
    label: "OpenAI Agents SDK sketch (zip)",
    help: "A TypeScript program to start from.",
  },
];

/** In the order of the report: first what a person has to complete. */
export const exportOutcomes: OutcomeLabel[] = [
  { outcome: "needs", label: "Needs you", tone: "warning", explanation: "Complete these in the exported project." },
  {
    outcome: "approximated",
    label: "Approximated",
    tone: "info",
    explanation: "These work differently there. Check them.",
  },
  { outcome: "left", label: "Left out", tone: "neutral", explanation: "These aren't exported." },
  { outcome: "taken", label: "Exported", tone: "success", explanation: "These are exported as they are." },
];
