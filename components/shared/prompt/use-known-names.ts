"use client";

import { useEffect, useState } from "react";
import { useEndpoint } from "@/hooks/use-endpoint";
import { variables } from "@/lib/contract/calls/variables";
import { namesIn } from "@/lib/utils/prompt-names";

/** Milliseconds without a key before names are looked up. */
const quietTime = 400;
/** Of one prompt; what comes after them is not looked up. */
const namesMost = 100;

/** Names in a prompt that are no variable of the team's, and those of secret ones, which cannot stand there. */
export function useKnownNames(slug: string, text: string): { unknown: string[]; secret: string[] } {
  const all = namesIn(text).slice(0, namesMost).join(" ");
  const [asked, setAsked] = useState(all);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(all), quietTime);
    return () => clearTimeout(timer);
  }, [all]);
  const { data, isPlaceholderData } = useEndpoint(variables.list, {
    params: { resourceSlug: slug },
    query: { names: asked, limit: namesMost },
    enabled: asked !== "",
  });
  // Nothing is called unknown before the answer for it is there.
  if (!data || isPlaceholderData || asked === "") return { unknown: [], secret: [] };
  const secretOf = new Map(data.variables.map(({ name, secret }) => [name, secret]));
  const looked = new Set(asked.split(" "));
  const here = all.split(" ").filter((name) => looked.has(name));
  return {
    unknown: here.filter((name) => !secretOf.has(name)),
    secret: here.filter((name) => secretOf.get(name)),
  };
}
