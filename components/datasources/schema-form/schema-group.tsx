import { fieldHelp, fieldLabel } from "@/lib/utils/json/json-form";
import type { InnerFields, SchemaProps } from "./props";

/** A group of related settings. */
export function SchemaGroup({ name, schema, renderFields }: SchemaProps & InnerFields) {
  const help = fieldHelp(schema);
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-card border p-4">
      <legend className="px-1 font-medium text-label">{fieldLabel(name, schema)}</legend>
      {help && <p className="text-muted text-secondary">{help}</p>}
      {renderFields(schema)}
    </fieldset>
  );
}
