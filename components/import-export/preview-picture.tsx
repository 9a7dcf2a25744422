import { ProcessPlan } from "@/components/shared/process/process-plan";
import type { PreviewProcess } from "@/lib/contract/transfers/schemas";

const toNamed = (name: string) => ({ _id: name, name, requireApproval: false });

/** The process that an import results in, drawn like that of an app. A long one scrolls in its own box. */
export function PreviewPicture({ process: { process, manager, agents, tasks } }: { process: PreviewProcess }) {
  const items = tasks.map(({ agent, model, tools, waitsFor, fields, ...task }, i) => ({
    ...task,
    _id: String(i),
    agent: agent === null ? null : { _id: agent, name: agent, modelName: model, icon: null },
    tools: tools.map(toNamed),
    toolIds: tools,
    context: waitsFor.map((place) => ({ _id: String(place), name: tasks[place]?.name ?? "" })),
    formFields: fields.map((label) => ({ label })),
  }));
  return (
    <ProcessPlan
      tasks={items}
      manager={process === "hierarchical" ? { modelName: manager } : undefined}
      delegatesTo={agents}
      box={(levels) => (
        <section
          aria-label="Order of the tasks"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-144 overflow-y-auto focus-visible:outline-offset-2"
        >
          {levels}
        </section>
      )}
    />
  );
}
