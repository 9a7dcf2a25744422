import { Ban, Check, CircleAlert, CircleDot, CircleHelp, Hourglass, MessageCircle } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";
import type { Session } from "@/lib/contract/sessions/schemas";

const statusDisplays: Record<Session["status"] | "asks", { label: string; tone: Tone; icon: typeof Check | null }> = {
  started: { label: "New", tone: "neutral", icon: CircleDot },
  queued: { label: "Queued", tone: "info", icon: Hourglass },
  running: { label: "Running", tone: "info", icon: null },
  waiting: { label: "Your turn", tone: "neutral", icon: MessageCircle },
  asks: { label: "Needs response", tone: "warning", icon: CircleHelp },
  completed: { label: "Completed", tone: "success", icon: Check },
  cancelled: { label: "Canceled", tone: "neutral", icon: Ban },
  error: { label: "Failed", tone: "danger", icon: CircleAlert },
};

export const statusLabel = (status: Session["status"]): string => statusDisplays[status].label;

/** The state of a session as a badge. Shows when a chat's last run has failed or waits for an answer. */
export function SessionStatus({ status, lastRun }: Pick<Session, "status"> & { lastRun?: Session["lastRun"] }) {
  const runStatus = lastRun?.status === "error" ? "error" : lastRun?.status === "waiting" ? "asks" : status;
  const state = status === "waiting" ? runStatus : status;
  const { label, tone, icon: Icon } = statusDisplays[state];
  return (
    <Badge tone={tone}>
      {Icon ? <Icon /> : <Spinner className="size-3" />} {label}
    </Badge>
  );
}
