import { asRecord, asRecords, asText, isBlank, isRecord, type Json } from "../shared/values.ts";

/** A component on the canvas. */
export interface LangflowNode {
  id: string;
  type: string;
  label: string;
  /** Whether its code was changed. */
  edited: boolean;
  isNote: boolean;
  template: Json;
}

/** A connection from a component's output to a field of another. */
export interface LangflowEdge {
  from: string;
  to: string;
  field: string;
  /** The output of `from`. */
  way: string;
}

/** Handles that are JSON with `œ` for quotes. */
function readHandle(value: unknown): Json {
  if (isRecord(value)) return value;
  try {
    return asRecord(JSON.parse(asText(value).replaceAll("œ", '"')));
  } catch {
    return {};
  }
}

export function toEdge(edge: Json): LangflowEdge {
  const data = asRecord(edge.data);
  const target = readHandle(isRecord(data.targetHandle) ? data.targetHandle : edge.targetHandle);
  const source = readHandle(isRecord(data.sourceHandle) ? data.sourceHandle : edge.sourceHandle);
  return {
    from: asText(edge.source),
    to: asText(edge.target),
    field: asText(target.fieldName),
    way: asText(source.name),
  };
}

export function toNode(value: Json): LangflowNode {
  const data = asRecord(value.data);
  const node = asRecord(data.node);
  const type = asText(data.type);
  return {
    id: asText(value.id) || asText(data.id),
    type: type || asText(value.type) || "Component",
    label: asText(node.display_name) || type || "Note",
    edited: node.edited === true,
    isNote: asText(value.type) === "noteNode" || type === "note",
    template: asRecord(node.template),
  };
}

export const fieldOf = ({ template }: LangflowNode, name: string): string => asText(asRecord(template[name]).value);

/** Fields that only concern the canvas. */
const canvasFields = new Set(["code", "_type", "tools_metadata", "template"]);

/** Fields that a component shows and that have a value. */
export const shownFields = ({ template }: LangflowNode): string[] =>
  Object.entries(template).flatMap(([name, field]) => {
    if (!isRecord(field) || canvasFields.has(name) || isBlank(field.value)) return [];
    return field.show === false || field.advanced === true ? [] : [name];
  });

export const isLangflow = (value: unknown): value is Json =>
  isRecord(value) &&
  isRecord(value.data) &&
  Array.isArray(value.data.nodes) &&
  (asRecords(value.data.nodes).some(({ data }) => isRecord(data) && isRecord(data.node)) ||
    "last_tested_version" in value);
