import { type JsonSchema, limitsLabel, typeLabel } from "@/lib/utils/json/open-api";

/** The fields of an object, or of each of its alternatives. */
export function SchemaFields({ title, schema }: { title: string; schema: JsonSchema }) {
  const forms = schema.anyOf ?? [schema];
  return (
    <section className="space-y-2">
      <h3 className="font-medium">{title}</h3>
      {forms.map((form, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the alternatives have no name and keep their order
        <Fields key={i} schema={form} />
      ))}
    </section>
  );
}

function Fields({ schema }: { schema: JsonSchema }) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return <p className="text-muted text-secondary">No fields.</p>;
  return (
    <dl className="divide-y rounded-card border bg-surface">
      {fields.map(([name, field]) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <dt className="break-all font-mono text-secondary">
            {name}
            {required.has(name) && <span className="ml-2 font-sans text-danger text-label">required</span>}
          </dt>
          <dd className="min-w-0 break-words text-muted text-secondary">
            {[typeLabel(field), limitsLabel(field)].filter(Boolean).join(", ")}
            {field.description && <p>{field.description}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
