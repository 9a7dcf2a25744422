"use client";

import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import type { useListState } from "@/hooks/page/use-list-state";
import { capitalize } from "@/lib/utils/text/capitalize";
import { kindLabel } from "@/lib/utils/text/kind-label";

const names = ["accountId", "kind", "from", "to"] as const;

/** Reads the filter from the page's URL. */
export function toAuditFilter({ filter }: ReturnType<typeof useListState>) {
  const chosen = names.flatMap((name) => {
    const value = filter(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(chosen) as Partial<Record<(typeof names)[number], string>>;
}

interface AuditFiltersProps {
  state: ReturnType<typeof useListState>;
  people: readonly { _id: string; name: string }[];
  kinds: readonly string[];
}

export function AuditFilters({ state, people, kinds }: AuditFiltersProps) {
  const chosen = toAuditFilter(state);
  const day = (name: "from" | "to", label: string) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside it
    <label className="flex items-center gap-2 text-muted text-secondary max-md:flex-1">
      {label}
      <Input
        type="date"
        className="w-40 max-md:min-w-0 max-md:flex-1"
        value={chosen[name] ?? ""}
        onChange={({ target }) => state.setFilter(name, target.value || null)}
      />
    </label>
  );
  return (
    <>
      <OptionSelect
        aria-label="Actor"
        className="w-48 max-md:flex-1"
        value={chosen.accountId ?? ""}
        onChange={(value) => state.setFilter("accountId", value || null)}
        options={[{ value: "", label: "All actors" }, ...people.map(({ _id, name }) => ({ value: _id, label: name }))]}
      />
      <OptionSelect
        aria-label="Type"
        className="w-40 max-md:flex-1"
        value={chosen.kind ?? ""}
        onChange={(value) => state.setFilter("kind", value || null)}
        options={[
          { value: "", label: "All types" },
          ...kinds.map((kind) => ({ value: kind, label: capitalize(kindLabel(kind)) })),
        ]}
      />
      <div className="flex flex-wrap gap-2 max-md:contents">
        {day("from", "From")}
        {day("to", "To")}
      </div>
    </>
  );
}

/** Removes all filters. */
export const clearAuditFilters = ({ setFilter }: ReturnType<typeof useListState>): void => {
  for (const name of names) setFilter(name, null);
};
