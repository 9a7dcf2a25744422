"use client";

import { useEffect, useState } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { variables } from "@/lib/contract/variables/calls";
import { findPromptNames } from "@/lib/utils/text/prompt-names";

/** Debounce before names are looked up, in milliseconds. */
const debounceMs = 400;
/** Names looked up in one prompt. */
const maxNames = 100;

/**
 * Returns the names in a prompt that are not variables of the team, and those of secret variables, which are not
 * allowed there.
 */
export function useKnownNames(slug: string, text: string): { unknown: string[]; secret: string[] } {
  const all = findPromptNames(text).slice(0, maxNames).join(" ");
  const [requestedNames, setRequestedNames] = useState(all);
  useEffect(() => {
    const timer = setTimeout(() => setRequestedNames(all), debounceMs);
    return () => clearTimeout(timer);
  }, [all]);
  const { data, isPlaceholderData } = useEndpoint(variables.list, {
    params: { resourceSlug: slug },
    query: { names: requestedNames, limit: maxNames },
    enabled: requestedNames !== "",
  });
  // Until the response arrives, no name counts as unknown.
  if (!data || isPlaceholderData || requestedNames === "") return { unknown: [], secret: [] };
  const secretByName = new Map(data.variables.map(({ name, secret }) => [name, secret]));
  const requestedSet = new Set(requestedNames.split(" "));
  const here = all.split(" ").filter((name) => requestedSet.has(name));
  return {
    unknown: here.filter((name) => !secretByName.has(name)),
    secret: here.filter((name) => secretByName.get(name)),
  };
}
