import type { CodeLanguage } from "@/components/shared/code/editor-setup";
import type { ToolType } from "@/lib/constants/tools";

type Definition = Record<string, unknown>;

/** A part in which two definitions differ, as texts to compare. */
interface DefinitionPart {
  title: string;
  language: CodeLanguage;
  before: string;
  after: string;
}

/** Long text fields, shown by themselves rather than inside JSON. */
const texts: Partial<Record<ToolType, { field: string; title: string }>> = {
  function: { field: "code", title: "Code" },
  http: { field: "document", title: "OpenAPI document" },
};

const textOf = (definition: Definition, field: string): string => {
  const value = definition[field];
  return typeof value === "string" ? value : "";
};

/** Adds line breaks: documents are stored without. */
function addLineBreaks(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The parts in which the definitions differ. */
export function buildDefinitionParts(type: ToolType, before: Definition, after: Definition): DefinitionPart[] {
  const own = texts[type];
  const rest = (definition: Definition): string => {
    const kept = Object.entries(definition).filter(([name]) => name !== own?.field);
    return JSON.stringify(Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2);
  };
  const language = type !== "function" ? "json" : after.language === "python" ? "python" : "javascript";
  const long = (definition: Definition) => {
    const text = own ? textOf(definition, own.field) : "";
    return type === "function" ? text : addLineBreaks(text);
  };
  const parts: DefinitionPart[] = [
    { title: own?.title ?? "", language, before: long(before), after: long(after) },
    { title: own ? "Everything else" : "Definition", language: "json", before: rest(before), after: rest(after) },
  ];
  return parts.filter((part) => part.before !== part.after);
}
