import { asList, asRecord, asRecords, asText } from "../shared/values.ts";
import { classifier, ifElse } from "./branches.ts";
import { humanInput } from "./human-input.ts";
import { iteration } from "./iterations.ts";
import type { NodeReader } from "./node.ts";
import { agent, extractor, llm } from "./work-nodes.ts";

const start: NodeReader = ({ draft }, { label, data }, { part }) => {
  for (const input of asRecords(data.variables)) {
    const name = draft.variable(asText(input.variable), asText(input.label));
    const isFile = asText(input.type).startsWith("file");
    const own = draft.part(`${label}: ${asText(input.label) || name}`, "input");
    if (isFile) own.needs("Attach the file to the message, or upload it to a data source.");
    else own.approximated(`Asked for as the variable ${name}.`);
  }
  part.taken("The start of the app.");
};

const code: NodeReader = ({ draft }, { label, data }, { part }) => {
  const language = asText(data.code_language) === "javascript" ? "javascript" : "python";
  const name = draft.disabledFunction({
    name: label,
    description: asText(data.desc),
    language,
    code: asText(data.code),
  });
  part.switchedOff(name);
};

const search: NodeReader = ({ draft }, { label, data }, { part }) => {
  part.needs("The file has no documents. Choose a data source that has them. Agents search it with its tool.");
  for (const id of asList(data.dataset_ids))
    if (id) draft.part(`${label}: knowledge`, "documents").needs("Upload the documents to a data source.");
  const model = asRecord(asRecord(data.single_retrieval_config).model);
  if (asText(model.name))
    draft.part(`${label}: model ${asText(model.name)}`, "model").left("Muster searches without a model of its own.");
};

const says =
  (outcome: "needs" | "left" | "approximated", note: string): NodeReader =>
  (_flow, _node, { part }) =>
    part[outcome](note);

const loop: NodeReader = (_flow, _node, step) => {
  step.loops = true;
  step.part.needs("Muster's processes have no loops. Each task runs once.");
};

export const nodeReaders: Record<string, NodeReader> = {
  start,
  llm,
  agent,
  "parameter-extractor": extractor,
  code,
  end: (_flow, _node, step) => {
    step.result = { name: "result" };
  },
  answer: (_flow, _node, step) => {
    step.result = { name: "answer", note: "Fixed texts aren't sent." };
  },
  "if-else": ifElse,
  "question-classifier": classifier,
  "human-input": humanInput,
  "knowledge-retrieval": search,
  "variable-aggregator": says("approximated", "The next task gets the outputs of the tasks before it."),
  "variable-assigner": says("approximated", "The next task gets the outputs of the tasks before it."),
  assigner: says("needs", "It sets a variable. Choose an output variable in a task if you need it."),
  "template-transform": says("needs", "It fills in a text without a model. Write the text into the next task."),
  "http-request": says("needs", "It calls an address. Add an HTTP tool to an agent, and a task that calls it."),
  tool: says("needs", "Add a tool that does the same to an agent, and a task that calls it."),
  "document-extractor": says("approximated", "Agents read attached documents on their own."),
  "list-operator": says("needs", "It filters a list without a model. Describe it in the next task."),
  iteration,
  loop,
  "iteration-start": says("left", "Belongs to the iteration."),
  "loop-start": says("left", "Belongs to the loop."),
};
