import type { Task } from "@/lib/contract/tasks/schemas";

export interface UpcomingTaskProps {
  task: Pick<
    Task,
    | "name"
    | "description"
    | "agent"
    | "tools"
    | "toolIds"
    | "context"
    | "requiresHumanInput"
    | "storeTaskOutput"
    | "taskOutputFileName"
  > & { formFields: readonly { label: string }[] };
  number: number;
  /** The manager of a hierarchical process, which does the task instead of its agent. */
  manager: { modelName: string | null } | undefined;
  /** When it runs, such as `If Complaint`; undefined: always. */
  condition?: string | undefined;
  /** Ids of the tasks before it. */
  earlier: readonly string[];
}

/** A task that has not started. */
export function UpcomingTask({ task, number, condition, manager, earlier }: UpcomingTaskProps) {
  const { name, description, agent, tools, toolIds, context, requiresHumanInput, formFields } = task;
  const agentName = manager ? "Manager" : agent?.name;
  const model = manager ? manager.modelName : agent?.modelName;
  // A manager decides which agent does the task, so only the task's own tools are known.
  const usedTools = manager ? tools.filter(({ _id }) => toolIds.includes(_id)) : tools;
  const after = context.filter(({ _id }) => earlier.includes(_id));
  const fieldLabels = formFields.length > 0 ? formFields.map(({ label }) => label) : ["text"];
  const facts = [
    { label: "Tools", text: usedTools.map((tool) => tool.name).join(", ") },
    { label: "Depends on", text: after.map((one) => one.name).join(", ") },
    { label: "Human input", text: requiresHumanInput ? fieldLabels.join(" · ") : "" },
    { label: "Output file", text: task.storeTaskOutput ? (task.taskOutputFileName ?? "Named after the task") : "" },
  ].filter(({ text }) => text);
  return (
    <div className="grid gap-1 rounded-control border bg-canvas p-3">
      {condition && <p className="wrap-anywhere font-medium text-info text-label">{condition}</p>}
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span dir="auto" className="wrap-anywhere min-w-0 flex-1 font-medium max-sm:basis-full">
          <span className="text-muted tabular-nums">{number}.</span> {name}
        </span>
        <span className="text-label text-muted">{[agentName ?? "No agent", model].filter(Boolean).join(" · ")}</span>
      </p>
      <p dir="auto" className="wrap-anywhere line-clamp-2 text-muted text-secondary">
        {description}
      </p>
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-label">
          {facts.map(({ label, text }) => (
            <div key={label} className="wrap-anywhere min-w-0">
              <dt className="inline text-muted">{label}</dt> <dd className="inline">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
