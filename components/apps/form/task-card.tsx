import { CircleAlert, Hand, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Avatar } from "@/components/shared/details/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Task } from "@/lib/contract/tasks/schemas";

interface TaskCardProps {
  slug: string;
  /** Undefined while loading. */
  task: Task | undefined;
  number: number;
  /** Names of tasks that it depends on but that come later in the order. */
  lateContext: readonly string[];
  problem: string | undefined;
  handle: ReactNode;
  onRemove(): void;
}

/** A task of a process with its agent, model and tools. */
export function TaskCard({ slug, task, number, lateContext, problem, handle, onRemove }: TaskCardProps) {
  if (!task) return <Skeleton className="h-24 rounded-card" />;
  const { agent, tools, context } = task;
  const problemText =
    problem ??
    (lateContext.length > 0
      ? `Depends on ${lateContext.join(", ")}: move ${lateContext.length > 1 ? "them" : "it"} before this task.`
      : undefined);
  return (
    <div
      className={`grid grid-cols-1 gap-2 rounded-card border bg-canvas p-3 ${problemText ? "border-danger-border" : ""}`}
    >
      <div className="flex items-center gap-2">
        {handle}
        <span className="text-muted tabular-nums">{number}.</span>
        <Link
          href={`/${slug}/task/${task._id}`}
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 break-words text-left font-medium hover:underline"
        >
          {task.name}
        </Link>
        {task.requiresHumanInput && (
          <Badge className="shrink-0">
            <Hand aria-hidden className="size-3" /> Human input
          </Badge>
        )}
        <Button variant="ghost" size="icon" aria-label={`Remove ${task.name}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-10 text-secondary">
        {agent ? (
          <span className="flex min-w-0 items-center gap-2">
            <Avatar name={agent.name} filename={agent.icon ?? undefined} size="sm" />
            <span className="truncate">{agent.name}</span>
            <span className="text-muted">{agent.modelName ?? "no model"}</span>
          </span>
        ) : (
          <span className="text-muted">No agent</span>
        )}
        <span className="text-muted">{tools.length > 0 ? tools.map(({ name }) => name).join(", ") : "No tools"}</span>
        {context.length > 0 && <span className="text-muted">After {context.map(({ name }) => name).join(", ")}</span>}
      </div>
      {problemText && (
        <p className="flex items-center gap-2 pl-10 text-danger text-secondary">
          <CircleAlert aria-hidden className="size-4 shrink-0" /> {problemText}
        </p>
      )}
    </div>
  );
}
