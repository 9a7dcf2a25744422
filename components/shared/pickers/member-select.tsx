"use client";

import type { ComponentProps } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { teams } from "@/lib/contract/teams/calls";
import { SearchSelect } from "./search-select";

type Props = Omit<ComponentProps<typeof SearchSelect>, "options" | "search"> & { slug: string };

/** One of the team's members. */
export function MemberSelect({ slug, ...props }: Props) {
  const { text, quiet, onChange } = useDebouncedText();
  const found = useEndpoint(teams.get, {
    params: { resourceSlug: slug },
    query: { limit: 50, sort: "name", ...(quiet && { q: quiet }) },
  });
  const options = (found.data?.members ?? []).map(({ memberId, name, email }) => ({
    value: memberId,
    label: name,
    help: email,
  }));
  return (
    <SearchSelect
      placeholder="Choose a member"
      emptyText={quiet ? "No member of this name." : "Nobody is in this team."}
      {...props}
      options={options}
      search={{ text, onChange, loading: found.isPending }}
    />
  );
}
