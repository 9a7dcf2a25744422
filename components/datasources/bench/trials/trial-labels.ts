import { Ban, CircleAlert, CircleCheck, CircleDashed, Layers, type LucideIcon } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { TrialStatus } from "@/lib/constants/datasources";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { strategyLabels } from "../../labels";

export const trialLabels: Record<TrialStatus, { label: string; icon: LucideIcon; tone: Tone }> = {
  running: { label: "Embedding", icon: Layers, tone: "info" },
  waiting: { label: "Waiting", icon: CircleDashed, tone: "warning" },
  stopped: { label: "Canceled", icon: Ban, tone: "neutral" },
  failed: { label: "Failed", icon: CircleAlert, tone: "danger" },
  ready: { label: "Ready to compare", icon: CircleCheck, tone: "success" },
};

export const isUnfinished = (status: TrialStatus): boolean => status === "running" || status === "waiting";

/** As in "Headings, 400 characters max, 50 shared". */
export function chunkingLabel({ strategy, size, overlap }: Chunking): string {
  const shared = overlap > 0 ? `${overlap.toLocaleString("en")}-character overlap` : "no overlap";
  return `${strategyLabels[strategy].label}, ${size.toLocaleString("en")} characters max, ${shared}`;
}
