import { Draft } from "../shared/draft.ts";
import { type ForeignImport, ForeignProblem, maxNodes, type ParsedFile } from "../shared/foreign.ts";
import { asRecord, asText, type Json } from "../shared/values.ts";
import { readAgentflow } from "./agentflow.ts";
import { readChatflow } from "./chatflow.ts";
import { type FlowiseContent, type FlowiseFlow, isFlowise, readContent } from "./flows.ts";
import { toNode } from "./node.ts";
import { readSupervisor } from "./supervisor.ts";

/** The name of a file without folder and ending: Flowise's exports state theirs only there. */
const baseName = (path: string): string => {
  const name = path.split("/").at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  return (dot > 0 ? name.slice(0, dot) : name).trim() || "Imported app";
};

const kinds = {
  agentflow: { version: "agentflow v2", read: readAgentflow },
  supervisor: { version: "agentflow v1", read: readSupervisor },
  chatflow: { version: "chatflow", read: readChatflow },
};

function detectKind({ nodes }: FlowiseFlow): keyof typeof kinds {
  const own = nodes.map(toNode);
  if (own.some(({ name }) => name.endsWith("Agentflow") && name !== "stickyNoteAgentflow")) return "agentflow";
  return own.some(({ name }) => name === "supervisor" || name === "worker") ? "supervisor" : "chatflow";
}

/** Custom tools, variables and document stores that stand beside flows. */
function readOthers(draft: Draft, { tools, variables, stores, others }: FlowiseContent): void {
  for (const tool of tools) {
    const name = asText(tool.name) || "Function";
    const own = draft.disabledFunction({
      name,
      description: asText(tool.description),
      language: "javascript",
      code: asText(tool.func),
    });
    draft.part(name, "tool").switchedOff(own);
  }
  for (const variable of variables) {
    const name = draft.variable(asText(variable.name));
    draft.part(name, "variable").needs(`Enter a value for the variable ${name}.`);
  }
  for (const store of stores) {
    const name = asText(store.name) || "Documents";
    draft.search(name, asText(store.description));
    draft.part(name, "documents").documents();
  }
  for (const [name, count] of others) draft.part(`${name} (${count})`, "other").left("Not part of an app.");
}

export const recognizesFlowise = ({ value }: ParsedFile): boolean => isFlowise(value);

/** Reads an export of Flowise. Of several flows, the first becomes the app. */
export function readFlowise(files: readonly ParsedFile[]): ForeignImport {
  const own = files.filter(recognizesFlowise).map(({ value, path }) => readContent(value as Json, baseName(path)));
  const content: FlowiseContent = {
    flows: own.flatMap(({ flows }) => flows),
    tools: own.flatMap(({ tools }) => tools),
    variables: own.flatMap(({ variables }) => variables),
    stores: own.flatMap(({ stores }) => stores),
    others: own.flatMap(({ others }) => others),
  };
  const total = content.flows.reduce(
    (sum, { nodes }) => sum + nodes.length,
    content.tools.length + content.variables.length,
  );
  if (total > maxNodes)
    throw new ForeignProblem(`It has more than ${maxNodes.toLocaleString("en")} nodes. Split it into several files.`);
  const [flow, ...more] = content.flows;
  const kind = flow && kinds[detectKind(flow)];
  const draft = new Draft("flowise", kind?.version ?? "custom tool");
  readOthers(draft, content);
  for (const { name, nodes } of more)
    for (const node of [{ data: { label: name, name: "flow" } }, ...nodes])
      draft
        .part(asText(asRecord(node.data).label) || "Node", asText(asRecord(node.data).name) || "node")
        .left(`A part of the flow “${name}”. Import it on its own: an app has one flow.`);
  if (flow && kind) return kind.read(draft, flow);
  return draft.finish({ name: asText(content.tools[0]?.name) || "Imported tools", type: "chat", agent: null });
}
