import { type PlannedStep, ProcessPlan } from "@/components/shared/process/process-plan";
import { describeCondition } from "@/lib/contract/apps/steps";
import type { PreviewProcess } from "@/lib/contract/transfers/schemas";

const toNamed = (name: string) => ({ _id: name, name, requireApproval: false });

function toSteps({ tasks, branches }: PreviewProcess): PlannedStep[] {
  const place = (within: PreviewProcess["tasks"][number]["within"]) => {
    const cases = branches.find(({ id }) => id === within?.branch)?.cases ?? [];
    return { condition: describeCondition(within, cases), after: within ? [within.branch] : [] };
  };
  return tasks.flatMap(({ agent, model, tools, waitsFor, fields, within, ...task }, i) => {
    const own = {
      ...task,
      _id: String(i),
      agent: agent === null ? null : { _id: agent, name: agent, modelName: model, icon: null },
      tools: tools.map(toNamed),
      toolIds: tools,
      context: waitsFor.map((position) => ({ _id: String(position), name: tasks[position]?.name ?? "" })),
      formFields: fields.map((label) => ({ label })),
    };
    const before = branches
      .filter((branch) => branch.before === i)
      .map((branch) => {
        const { condition, after } = place(branch.within);
        return { taskId: branch.id, branch, condition, waitsFor: [...branch.waitsFor.map(String), ...after] };
      });
    const { condition, after } = place(within);
    return [...before, { taskId: String(i), task: own, condition, waitsFor: [...waitsFor.map(String), ...after] }];
  });
}

/** The process that an import results in, drawn like that of an app. A long one scrolls in its own box. */
export function PreviewPicture({ process }: { process: PreviewProcess }) {
  return (
    <ProcessPlan
      steps={toSteps(process)}
      manager={process.process === "hierarchical" ? { modelName: process.manager } : undefined}
      delegatesTo={process.agents}
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
