import { CopyButton } from "@/components/shared/details/copy-button";
import { FoldedJson } from "@/components/shared/markdown/raw-json";
import type { Operation } from "@/lib/utils/json/open-api";
import { MethodBadge } from "./method-badge";
import { SchemaFields } from "./schema-fields";
import { TryCall } from "./try-call";

export function OperationView({ operation }: { operation: Operation }) {
  const { method, path, summary, description, parameters, body, answer, multipart } = operation;
  const asFields = {
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return (
    <article className="min-w-0 space-y-6">
      <header className="space-y-2">
        <h2 className="font-semibold text-section">{summary}</h2>
        <p className="flex items-center gap-2 rounded-card border bg-sunken py-1 pr-1 pl-3 font-mono text-secondary">
          <MethodBadge method={method} />
          <span className="min-w-0 flex-1 break-all">{path}</span>
          <CopyButton text={path} label="Copy path" className="size-7" />
        </p>
        {description && <p className="text-muted">{description}</p>}
      </header>
      {parameters.length > 0 && <SchemaFields title="Parameters" schema={asFields} />}
      {body && <SchemaFields title={multipart ? "Form fields" : "Body"} schema={body} />}
      {answer && <FoldedJson label="Response schema" value={answer} />}
      <TryCall operation={operation} />
    </article>
  );
}
