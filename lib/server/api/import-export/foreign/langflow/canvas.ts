import type { Refer } from "../flow/step.ts";
import type { Draft } from "../shared/draft.ts";
import { replaceMarked } from "../shared/texts.ts";
import { fieldOf, type LangflowEdge, type LangflowNode } from "./node.ts";

export interface Canvas {
  draft: Draft;
  nodes: Map<string, LangflowNode>;
  edges: LangflowEdge[];
}

export const isAgent = ({ type }: LangflowNode): boolean =>
  type === "Agent" || type.endsWith("Agent") || type === "AgentComponent";
export const isModel = ({ type }: LangflowNode): boolean =>
  type.endsWith("Model") || type.endsWith("ModelComponent") || type === "LanguageModelComponent";
export const isPrompt = ({ type }: LangflowNode): boolean => type === "Prompt" || type === "Prompt Template";
export const isInput = ({ type }: LangflowNode): boolean => type === "ChatInput" || type === "TextInput";
/** A component that compares a text and passes a message on in one of two ways. */
export const isRouter = ({ type }: LangflowNode): boolean => type === "ConditionalRouter";

const connected = ({ nodes, edges }: Canvas, id: string, field: string) =>
  edges
    .filter((edge) => edge.to === id && edge.field === field)
    .flatMap(({ from, way }) => {
      const node = nodes.get(from);
      return node ? [{ node, way }] : [];
    });

/** The components that are connected to a field. */
export const sources = (canvas: Canvas, id: string, field: string): LangflowNode[] =>
  connected(canvas, id, field).map(({ node }) => node);

/** The field with the message that a router passes on in one of its ways. */
const messageField = ({ template }: LangflowNode, way: string): string => {
  const own = way === "true_result" ? "true_case_message" : "false_case_message";
  return Object.hasOwn(template, own) ? own : "message";
};

/** What is connected to a field, or the text in it. */
export function readInput(canvas: Canvas, node: LangflowNode, field: string, refer: Refer, depth = 0): string {
  const [found] = connected(canvas, node.id, field);
  if (!found) return fieldOf(node, field);
  const { node: source, way } = found;
  if (isInput(source)) return canvas.draft.message();
  if (depth > 10) return refer(source.id) ?? "";
  if (isRouter(source)) return readInput(canvas, source, messageField(source, way), refer, depth + 1);
  if (!isPrompt(source)) return refer(source.id) ?? "";
  return replaceMarked(fieldOf(source, "template"), ["{", "}"], (name) =>
    /^[\w-]{1,80}$/.test(name) && (sources(canvas, source.id, name).length > 0 || fieldOf(source, name))
      ? readInput(canvas, source, name, refer, depth + 1)
      : undefined,
  );
}
