import type { Draft } from "../shared/draft.ts";
import type { ForeignImport } from "../shared/foreign.ts";
import { replaceMarked } from "../shared/texts.ts";
import { asRecord, asText, parseInner } from "../shared/values.ts";
import { describeNode, openCanvas, takeModel, takeTools } from "./chatflow.ts";
import type { FlowiseFlow } from "./flows.ts";
import { reportSettings } from "./node.ts";

/** Reads a supervisor with its workers: a process whose manager delegates one task. */
export function readSupervisor(draft: Draft, flow: FlowiseFlow): ForeignImport {
  const canvas = openCanvas(draft, flow);
  const { nodes, steps } = canvas;
  const workers: string[] = [];
  const supervisors = [...nodes.values()].filter(({ name }) => name === "supervisor");
  const [lead] = supervisors;
  for (const node of nodes.values()) {
    const step = steps.get(node.id);
    if (!step) continue;
    const { inputs, label, name } = node;
    if (name === "worker") {
      const own = asText(inputs.workerName) || label;
      const values = asRecord(parseInner(inputs.promptValues));
      const prompt = replaceMarked(
        asText(inputs.workerPrompt),
        ["{", "}"],
        (inside) => asText(values[inside]) || undefined,
      );
      const [boss] = supervisors;
      const model = takeModel(canvas, node) ?? (boss ? takeModel(canvas, boss) : undefined);
      const agent = draft.agent({
        name: own,
        role: own,
        goal: `Do the work of the ${own}.`,
        backstory: prompt,
        model,
        tools: takeTools(canvas, node),
      });
      workers.push(agent);
      step.part.taken(`The agent “${agent}”.`);
    } else if (name === "supervisor" && node === lead)
      step.part.approximated("The manager of the process delegates the task instead.");
    else if (name === "supervisor") step.part.left("An app has one manager. Import this supervisor on its own.");
    const used =
      name === "worker" || name === "supervisor"
        ? [
            "workerName",
            "workerPrompt",
            "promptValues",
            "supervisor",
            "model",
            "tools",
            "supervisorName",
            "supervisorPrompt",
          ]
        : describeNode(canvas, node, step);
    reportSettings(draft, label, inputs, used);
  }
  const request = draft.inputVariable();
  const prompt = replaceMarked(asText(lead?.inputs.supervisorPrompt), ["{", "}"], (inside) =>
    inside === "team_members" ? workers.join(", ") : undefined,
  );
  const task = draft.task({
    name: asText(lead?.inputs.supervisorName) || "Supervisor",
    description: `${prompt}\n\nThe request: {${request}}`,
    expectedOutput: "The finished work of the team.",
  });
  const manager = lead ? takeModel(canvas, lead) : undefined;
  const { name, description } = flow;
  if (!manager || workers.length === 0) {
    lead &&
      steps.get(lead.id)?.part.needs("The file names no model or workers. Choose a manager and agents in the app.");
    draft.tasks.length = 0;
    return draft.finish({ name, description, type: "chat", agent: workers[0] ?? null });
  }
  return draft.finish({
    name,
    description,
    type: "process",
    tasks: [task],
    process: "hierarchical",
    manager,
    agents: workers.slice(0, 50),
  });
}
