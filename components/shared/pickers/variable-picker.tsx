"use client";

import { Chips } from "@/components/ui/chips";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { variables } from "@/lib/contract/variables/calls";
import { SearchSelect } from "./search-select";

interface VariablePickerProps {
  slug: string;
  value: readonly string[];
  name?: string;
  onChange(ids: string[]): void;
  onBlur?(): void;
}

/** Selects variables of the team. */
export function VariablePicker({ slug, value, onChange, ...props }: VariablePickerProps) {
  const { text, debounced, onChange: search } = useDebouncedText();
  const params = { resourceSlug: slug };
  const chosen = useEndpoint(variables.list, {
    params,
    query: { ids: value.join(" "), limit: 100 },
    enabled: value.length > 0,
  });
  const searchQuery = useEndpoint(variables.list, {
    params,
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const all = [...(searchQuery.data?.variables ?? []), ...(chosen.data?.variables ?? [])];
  const options = (searchQuery.data?.variables ?? [])
    .filter(({ _id }) => !value.includes(_id))
    .map(({ _id, name, description, secret }) => ({
      value: _id,
      label: name,
      help: secret ? "Secret" : description || undefined,
    }));
  const chips = value.flatMap((id) => {
    const label = all.find(({ _id }) => _id === id)?.name;
    return label === undefined ? [] : [{ value: id, label }];
  });
  return (
    <div className="grid gap-2">
      <SearchSelect
        {...props}
        placeholder="Choose a variable"
        emptyText={debounced ? "No matching variables." : "All variables are already added."}
        value={null}
        options={options}
        search={{ text, onChange: search, loading: searchQuery.isPending }}
        onChange={(id) => onChange([...value, id])}
      />
      <Chips items={chips} onRemove={(id) => onChange(value.filter((other) => other !== id))} />
    </div>
  );
}
