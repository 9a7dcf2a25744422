"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { variables } from "@/lib/contract/variables/calls";
import { findOpenName, insertName } from "@/lib/utils/text/prompt-names";
import type { NameOption } from "./name-list";

const maxOptions = 8;
const none: NameOption[] = [];

/** The name being typed after a brace, and the matching variables. */
export function useNameSearch(
  slug: string,
  area: RefObject<HTMLTextAreaElement | null>,
  onChange: (text: string) => void,
) {
  const [typed, setTyped] = useState<string>();
  /** No option is active after a bare brace, where Enter may mean a line break. */
  const [active, setActive] = useState(-1);
  const caret = useRef<number>(undefined);
  const open = typed !== undefined;
  const { data, isPending, isPlaceholderData } = useEndpoint(variables.list, {
    params: { resourceSlug: slug },
    query: { secret: false, sort: "name", limit: maxOptions, ...(typed && { q: typed }) },
    enabled: open,
  });
  // While loading, filters the previous result.
  const matches = ({ name, description }: NameOption) =>
    `${name} ${description}`.toLowerCase().includes((typed ?? "").toLowerCase());
  const options = isPlaceholderData ? (data?.variables ?? none).filter(matches) : (data?.variables ?? none);
  const current = Math.min(active, options.length - 1);
  // Moves the caret behind the inserted name once the text is rendered.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const at = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    selectionStart === selectionEnd ? findOpenName(value, selectionStart)?.typed : undefined;
  return {
    open,
    options,
    active: current,
    loading: isPending || isPlaceholderData,
    setActive,
    /** Moves to the next or previous option, wrapping around. */
    move: (step: 1 | -1) =>
      setActive(current < 0 && step < 0 ? options.length - 1 : (current + step + options.length) % options.length),
    close: () => setTyped(undefined),
    /** On input: opens after a brace. */
    onInput: (target: HTMLTextAreaElement) => {
      const next = at(target);
      setTyped(next);
      setActive(next ? 0 : -1);
    },
    /** On caret movement: stays open only within a name. */
    onCaretMove: (target: HTMLTextAreaElement) => {
      if (open && at(target) !== typed) setTyped(at(target));
    },
    pick: (name: string) => {
      const field = area.current;
      if (!field) return;
      const inserted = insertName(field.value, field.selectionStart, name);
      caret.current = inserted.caret;
      onChange(inserted.text);
      setTyped(undefined);
    },
  };
}
