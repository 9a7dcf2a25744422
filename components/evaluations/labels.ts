import { Ban, Check, CircleAlert, CircleDashed, type LucideIcon, X } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { Attempt, EvaluationSummary, Rate } from "@/lib/contract/evaluations/results";
import type { verdicts } from "@/lib/contract/evaluations/schemas";
import { Permission } from "@/lib/permissions/bits";

/** `64%`; null: nothing was measured. */
export const formatShare = (share: number | null): string =>
  share === null ? "Not measured" : `${Math.round(share * 100)}%`;

/** `41–82%`. */
export const formatInterval = ({ low, high }: { low: number; high: number }): string =>
  `${Math.round(low * 100)}–${Math.round(high * 100)}%`;

/** `64% (41–82%)`. */
export const describeRate = ({ passRate, interval }: Rate): string =>
  interval ? `${formatShare(passRate)} (${formatInterval(interval)})` : formatShare(passRate);

interface Display {
  label: string;
  tone: Tone;
  icon: LucideIcon | null;
}

export const statusDisplays: Record<EvaluationSummary["status"], Display> = {
  running: { label: "Running", tone: "info", icon: null },
  completed: { label: "Completed", tone: "success", icon: Check },
  cancelled: { label: "Canceled", tone: "neutral", icon: Ban },
  error: { label: "Failed", tone: "danger", icon: CircleAlert },
};

export const outcomeDisplays: Record<NonNullable<Attempt["outcome"]>, Display> = {
  passed: { label: "Passed", tone: "success", icon: Check },
  failed: { label: "Failed", tone: "danger", icon: X },
  not_measured: { label: "Not measured", tone: "warning", icon: CircleDashed },
};

export type Verdict = (typeof verdicts)[number];

export const verdictDisplays: Record<Verdict, { label: string; tone: Tone }> = {
  better: { label: "Better", tone: "success" },
  same: { label: "Same", tone: "neutral" },
  worse: { label: "Worse", tone: "danger" },
};

/** What is tested: an agent, or an app. */
export type Tested = { agentId: string } | { appId: string };

/** The permission to change and run the tests of what is tested. */
export const editBit = ({ agentId }: { agentId?: string | null; appId?: string | null }) =>
  agentId ? Permission.EDIT_AGENT : Permission.EDIT_APP;

/** The page of what is tested. */
export const testedPath = (slug: string, { agentId, appId }: { agentId: string | null; appId: string | null }) =>
  agentId ? `/${slug}/agent/${agentId}?tab=evaluation` : `/${slug}/app/${appId}/edit?tab=evaluation`;
