"use client";

import { useEndpoint } from "@/hooks/use-endpoint";
import { useQuietText } from "@/hooks/use-quiet-text";
import { tasks } from "@/lib/contract/calls/tasks";
import { SearchSelect } from "./search-select";

interface TaskPickerProps {
  slug: string;
  /** Those that are not offered. */
  without: readonly string[];
  name?: string;
  "aria-label"?: string;
  onPick(id: string): void;
  onBlur?(): void;
}

/** One more of the team's tasks. */
export function TaskPicker({ slug, without, onPick, ...props }: TaskPickerProps) {
  const { text, quiet, onChange } = useQuietText();
  const found = useEndpoint(tasks.list, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) },
  });
  const options = (found.data?.tasks ?? [])
    .filter(({ _id }) => !without.includes(_id))
    .map(({ _id, name, agent }) => ({ value: _id, label: name, help: agent?.name ?? "No agent" }));
  return (
    <SearchSelect
      {...props}
      placeholder="Choose a task"
      emptyText={quiet ? "No further task of this name." : "Your team has no further task."}
      value={null}
      options={options}
      search={{ text, onChange, loading: found.isPending }}
      onChange={onPick}
    />
  );
}
