import type { CodeLanguage } from "@/components/shared/code/languages";
import type { ToolType } from "@/lib/constants/tools";

type Definition = Record<string, unknown>;

/** A part in which two definitions differ, as texts to compare. */
interface DefinitionPart {
  title: string;
  language: CodeLanguage;
  before: string;
  after: string;
}

/** Long text fields, shown separately rather than inside JSON. */
const texts: Partial<Record<ToolType, { field: string; title: string }>> = {
  function: { field: "code", title: "Code" },
  http: { field: "document", title: "OpenAPI document" },
};

const readField = (definition: Definition, field: string): string => {
  const value = definition[field];
  return typeof value === "string" ? value : "";
};

/** Adds line breaks, as documents are stored without them. */
function addLineBreaks(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns the parts in which the definitions differ. */
export function buildDefinitionParts(type: ToolType, before: Definition, after: Definition): DefinitionPart[] {
  const own = texts[type];
  const formatRest = (definition: Definition): string => {
    const entries = Object.entries(definition).filter(([name]) => name !== own?.field);
    return JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2);
  };
  const language = type !== "function" ? "json" : after.language === "python" ? "python" : "javascript";
  const long = (definition: Definition) => {
    const text = own ? readField(definition, own.field) : "";
    return type === "function" ? text : addLineBreaks(text);
  };
  const parts: DefinitionPart[] = [
    { title: own?.title ?? "", language, before: long(before), after: long(after) },
    {
      title: own ? "Other settings" : "Definition",
      language: "json",
      before: formatRest(before),
      after: formatRest(after),
    },
  ];
  return parts.filter((part) => part.before !== part.after);
}
