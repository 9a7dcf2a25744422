"use client";

import { Combobox } from "@/components/ui/combobox";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { variables } from "@/lib/contract/variables/calls";

interface VariableSelectProps {
  slug: string;
  value: string | null | undefined;
  name?: string;
  "aria-label"?: string;
  onChange(id: string | null): void;
  onBlur?(): void;
}

/** Selects one of the team's variables; secret ones cannot be set and are left out. */
export function VariableSelect({ slug, value, onChange, ...props }: VariableSelectProps) {
  const { text, debounced, onChange: search } = useDebouncedText();
  const params = { resourceSlug: slug };
  const searchQuery = useEndpoint(variables.list, {
    params,
    query: { secret: false, limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const chosen = useEndpoint(variables.list, {
    params,
    query: { ids: value ?? "", limit: 1 },
    enabled: Boolean(value),
  });
  const all = [...(searchQuery.data?.variables ?? []), ...(value && !debounced ? (chosen.data?.variables ?? []) : [])];
  const options = [...new Map(all.map((one) => [one._id, one])).values()].map(({ _id, name, description }) => ({
    value: _id,
    label: name,
    help: description || undefined,
  }));
  return (
    <Combobox
      {...props}
      placeholder="None"
      emptyText={debounced ? "No matching variables." : "Your team has no variables that can be set."}
      value={value ?? ""}
      options={debounced ? options : [{ value: "", label: "None" }, ...options]}
      search={{ text, onChange: search, loading: searchQuery.isPending }}
      onChange={(id) => onChange(id || null)}
    />
  );
}
