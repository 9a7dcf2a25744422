"use client";

import type { ComponentProps } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { teams } from "@/lib/contract/teams/calls";
import { SearchSelect } from "./search-select";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** Selects a member of the team. */
export function MemberSelect({ slug, ...props }: Props) {
  const { text, debounced, onChange } = useDebouncedText();
  const query = useEndpoint(teams.get, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(debounced && { q: debounced }) },
  });
  const options = (query.data?.members ?? []).map(({ memberId, name, email }) => ({
    value: memberId,
    label: name,
    help: email,
  }));
  return (
    <SearchSelect
      placeholder="Choose a member"
      emptyText={debounced ? "No matching members." : "This team has no members."}
      {...props}
      options={options}
      search={{ text, onChange, loading: query.isPending }}
    />
  );
}
