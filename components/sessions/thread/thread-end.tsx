import { CircleAlert, RotateCcw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Conversation } from "../conversation/use-conversation";
import type { MessageActions } from "../message/message-view";
import { userBubble } from "../message/user-message";

/** Shown below the last message: the one being sent, a progress indicator, or how the run ended. */
export function ThreadEnd({ conversation, actions }: { conversation: Conversation; actions: MessageActions }) {
  const { log, running, pending, refusedReason, isProcess } = conversation;
  const last = log.messages.findLast(({ role }) => role === "user");
  return (
    <div className="space-y-6 empty:hidden">
      {pending && (
        <p aria-busy="true" className={userBubble}>
          {pending.text}
        </p>
      )}
      {running && log.live.length === 0 && log.process.length === 0 && (
        <p className="flex items-center gap-2 text-muted text-secondary">
          <Spinner /> {isProcess ? "Working" : "Thinking"}
        </p>
      )}
      {!running && log.ending && (
        <Ending ending={log.ending} onRetry={last && !isProcess ? () => actions.retry(last._id) : undefined} />
      )}
      {refusedReason && <p className="text-secondary text-warning">Live updates are off: {refusedReason}</p>}
    </div>
  );
}

interface EndingProps {
  ending: { status: string; reason: string };
  onRetry?: (() => void) | undefined;
}

function Ending({ ending, onRetry }: EndingProps) {
  const failed = ending.status === "error";
  return (
    <div
      role={failed ? "alert" : undefined}
      className={`flex flex-wrap items-center gap-3 rounded-card border px-4 py-3 text-secondary ${failed ? "border-danger-border bg-danger-tint" : "bg-sunken"}`}
    >
      <CircleAlert aria-hidden className={`size-4 shrink-0 ${failed ? "text-danger" : "text-muted"}`} />
      <p className="min-w-0 flex-1 break-words">{ending.reason || (failed ? "The run failed." : "Canceled.")}</p>
      {onRetry && (
        <Button size="sm" variant="outline" onClick={onRetry}>
          <RotateCcw /> Retry
        </Button>
      )}
    </div>
  );
}
