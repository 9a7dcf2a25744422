"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useEndpoint } from "@/hooks/use-endpoint";
import { variables } from "@/lib/contract/calls/variables";
import { openName, putName } from "@/lib/utils/prompt-names";
import type { NameOption } from "./name-list";

const most = 8;
const none: NameOption[] = [];

/** What is typed after a brace, and the variables that fit it. */
export function useNameSearch(
  slug: string,
  area: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const [typed, setTyped] = useState<string>();
  /** None behind a bare brace, where Enter may be meant for a new line. */
  const [active, setActive] = useState(-1);
  const caret = useRef<number>(undefined);
  const open = typed !== undefined;
  const { data, isPending, isPlaceholderData } = useEndpoint(variables.list, {
    params: { resourceSlug: slug },
    query: { secret: false, sort: "name", limit: most, ...(typed && { q: typed }) },
    enabled: open,
  });
  // While the next answer is awaited, what fits of the last one.
  const fits = ({ name, description }: NameOption) =>
    `${name} ${description}`.toLowerCase().includes((typed ?? "").toLowerCase());
  const options = isPlaceholderData ? (data?.variables ?? none).filter(fits) : (data?.variables ?? none);
  const current = Math.min(active, options.length - 1);
  // Once the text with the name is in the page, the caret goes behind it.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const at = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    selectionStart === selectionEnd ? openName(value, selectionStart)?.typed : undefined;
  return {
    open,
    options,
    active: current,
    loading: isPending || isPlaceholderData,
    setActive,
    /** To the next option or the one before, round and round. */
    move: (step: 1 | -1) =>
      setActive(current < 0 && step < 0 ? options.length - 1 : (current + step + options.length) % options.length),
    close: () => setTyped(undefined),
    /** After a key: opens behind a brace. */
    look: (target: HTMLTextAreaElement) => {
      const next = at(target);
      setTyped(next);
      setActive(next ? 0 : -1);
    },
    /** After the caret has moved: it stays open only where the caret still is in a name. */
    follow: (target: HTMLTextAreaElement) => {
      if (open && at(target) !== typed) setTyped(at(target));
    },
    pick: (name: string) => {
      const field = area.current;
      if (!field) return;
      const put = putName(field.value, field.selectionStart, name);
      caret.current = put.caret;
      onChange(put.text);
      setTyped(undefined);
    },
  };
}
