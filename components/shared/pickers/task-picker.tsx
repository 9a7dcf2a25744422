"use client";

import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { tasks } from "@/lib/contract/tasks/calls";
import { SearchSelect } from "./search-select";

interface TaskPickerProps {
  slug: string;
  /** Ids that are not offered. */
  excluded: readonly string[];
  name?: string;
  "aria-label"?: string;
  onPick(id: string): void;
  onBlur?(): void;
}

/** Adds one of the team's tasks. */
export function TaskPicker({ slug, excluded, onPick, ...props }: TaskPickerProps) {
  const { text, debounced, onChange } = useDebouncedText();
  const query = useEndpoint(tasks.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const options = (query.data?.tasks ?? [])
    .filter(({ _id }) => !excluded.includes(_id))
    .map(({ _id, name, agent }) => ({ value: _id, label: name, help: agent?.name ?? "No agent" }));
  return (
    <SearchSelect
      {...props}
      placeholder="Choose a task"
      emptyText={debounced ? "No matching tasks." : "All tasks are already added."}
      value={null}
      options={options}
      search={{ text, onChange, loading: query.isPending }}
      onChange={onPick}
    />
  );
}
