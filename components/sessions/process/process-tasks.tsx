"use client";

import { Hand, Workflow } from "lucide-react";
import { ProcessLevels } from "@/components/shared/process/process-levels";
import { UpcomingBranch } from "@/components/shared/process/upcoming-branch";
import { UpcomingTask } from "@/components/shared/process/upcoming-task";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { agents } from "@/lib/contract/agents/calls";
import { apps } from "@/lib/contract/apps/calls";
import { models } from "@/lib/contract/models/calls";
import { tasks } from "@/lib/contract/tasks/calls";
import { pluralize } from "@/lib/utils/text/pluralize";
import { placeSteps } from "./place-steps";

interface ProcessTasksProps {
  slug: string;
  appId: string;
}

/** The tasks of a process before it is started, with their agents, tools and input forms. */
export function ProcessTasks({ slug, appId }: ProcessTasksProps) {
  const params = { resourceSlug: slug };
  const app = useEndpoint(apps.get, { params: { ...params, appId } });
  const { taskIds = [], flow, agentIds = [], process, managerModelId } = app.data?.app.processConfig ?? {};
  const isHierarchical = process === "hierarchical";
  const tasksQuery = useEndpoint(tasks.list, {
    params,
    query: { ids: taskIds.join(" "), limit: 100 },
    enabled: taskIds.length > 0,
  });
  const manager = useEndpoint(models.get, {
    params: { ...params, modelId: managerModelId ?? "" },
    enabled: isHierarchical && Boolean(managerModelId),
  });
  const agentRows = useFirstRows(agents.list, {
    params,
    query: { limit: 100, sort: "name" },
    enabled: isHierarchical && agentIds.length > 0,
    items: (page) => page.agents,
  });
  if (app.error || tasksQuery.error) return null;
  if (!tasksQuery.data) return <Skeleton className="h-40 rounded-card" />;
  const orderedTasks = taskIds.flatMap((id) => tasksQuery.data.tasks.find(({ _id }) => _id === id) ?? []);
  const workers = agentIds.flatMap((id) => agentRows?.find(({ _id }) => _id === id)?.name ?? []);
  return (
    <section aria-label="Tasks" className="grid gap-3 rounded-card border bg-surface p-4 text-left">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <Workflow aria-hidden className="size-4 text-muted" /> Tasks
        </h2>
        {isHierarchical && <Badge>Hierarchical (manager agent)</Badge>}
        <p className="flex items-center gap-1.5 text-muted text-secondary tabular-nums">
          {pluralize(orderedTasks.length, "task")}
          {orderedTasks.some(({ requiresHumanInput }) => requiresHumanInput) && (
            <>
              , human input <Hand aria-hidden className="size-4" />
            </>
          )}
        </p>
        {workers.length > 0 && (
          <p className="basis-full text-muted text-secondary">Delegates to {workers.join(", ")}.</p>
        )}
      </header>
      <ProcessLevels
        tasks={placeSteps(flow?.steps ?? [], orderedTasks)}
        tile={({ step, task, number, condition }) =>
          task ? (
            <UpcomingTask
              task={task}
              number={number}
              condition={condition}
              manager={isHierarchical ? { modelName: manager.data?.model.name ?? null } : undefined}
              earlier={taskIds}
            />
          ) : (
            step.kind === "branch" && <UpcomingBranch branch={step} condition={condition} />
          )
        }
      />
    </section>
  );
}
