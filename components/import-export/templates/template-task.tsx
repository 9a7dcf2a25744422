import { UpcomingTask } from "@/components/shared/process/upcoming-task";
import type { TaskPart, TransferFile } from "@/lib/contract/transfers/file";

const toNamed = (name: string) => ({ _id: name, name });

interface TemplateTaskProps {
  task: TaskPart;
  number: number;
  file: TransferFile;
}

/** A task of a template, shown like one that has not started. */
export function TemplateTask({ task, number, file }: TemplateTaskProps) {
  const { app, agents, tasks } = file;
  const agent = agents.find(({ name }) => name === task.agent);
  const used = new Set([...(agent?.tools ?? []), ...task.tools]);
  const tools = file.tools.filter(({ name }) => used.has(name));
  const isHierarchical = app.type === "process" && app.process === "hierarchical";
  return (
    <UpcomingTask
      task={{
        ...task,
        agent: agent ? { ...toNamed(agent.name), modelName: null, icon: null } : null,
        tools: tools.map(({ name, requireApproval }) => ({ ...toNamed(name), requireApproval })),
        toolIds: task.tools,
        taskOutputFileName: task.taskOutputFileName ?? null,
        context: task.context.map(toNamed),
      }}
      number={number}
      manager={isHierarchical ? { modelName: null } : undefined}
      earlier={tasks.slice(0, number - 1).map(({ name }) => name)}
    />
  );
}
