"use client";

import { Combobox } from "@/components/ui/combobox";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useQuietText } from "@/hooks/use-quiet-text";
import { variables } from "@/lib/contract/calls/variables";

interface VariableSelectProps {
  slug: string;
  value: string | null | undefined;
  name?: string;
  "aria-label"?: string;
  onChange(id: string | null): void;
  onBlur?(): void;
}

/** One of the team's variables that can be set, which no secret one can, or none. */
export function VariableSelect({ slug, value, onChange, ...props }: VariableSelectProps) {
  const { text, quiet, onChange: search } = useQuietText();
  const params = { resourceSlug: slug };
  const found = useEndpoint(variables.list, {
    params,
    query: { secret: false, limit: 50, sort: "name", ...(quiet && { q: quiet }) },
  });
  const chosen = useEndpoint(variables.list, {
    params,
    query: { ids: value ?? "", limit: 1 },
    enabled: Boolean(value),
  });
  const all = [...(found.data?.variables ?? []), ...(value && !quiet ? (chosen.data?.variables ?? []) : [])];
  const options = [...new Map(all.map((one) => [one._id, one])).values()].map(({ _id, name, description }) => ({
    ...{ value: _id, label: name, help: description || undefined },
  }));
  return (
    <Combobox
      {...props}
      placeholder="None"
      emptyText={quiet ? "No variable of this name." : "Your team has no variable that can be set."}
      value={value ?? ""}
      options={quiet ? options : [{ value: "", label: "None" }, ...options]}
      search={{ text, onChange: search, loading: found.isPending }}
      onChange={(id) => onChange(id || null)}
    />
  );
}
