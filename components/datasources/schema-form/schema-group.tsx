import { fieldHelp, fieldLabel } from "@/lib/utils/json/json-form";
import type { InnerFields, SchemaProps } from "./props";

/** Settings that belong together. */
export function SchemaGroup({ name, schema, fieldsOf }: SchemaProps & InnerFields) {
  const help = fieldHelp(schema);
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-card border p-4">
      <legend className="px-1 font-medium text-label">{fieldLabel(name, schema)}</legend>
      {help && <p className="text-muted text-secondary">{help}</p>}
      {fieldsOf(schema)}
    </fieldset>
  );
}
