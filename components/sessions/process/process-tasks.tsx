"use client";

import { ProcessPlan } from "@/components/shared/process/process-plan";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useFirstRows } from "@/hooks/api/use-first-rows";
import { agents } from "@/lib/contract/agents/calls";
import { apps } from "@/lib/contract/apps/calls";
import { models } from "@/lib/contract/models/calls";
import { tasks } from "@/lib/contract/tasks/calls";
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
    <ProcessPlan
      steps={placeSteps(flow?.steps ?? [], orderedTasks)}
      manager={isHierarchical ? { modelName: manager.data?.model.name ?? null } : undefined}
      delegatesTo={workers}
    />
  );
}
