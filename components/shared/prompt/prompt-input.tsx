"use client";

import { type ComponentProps, type KeyboardEvent, type Ref, useId, useRef } from "react";
import { useControl } from "@/components/ui/control";
import { Textarea } from "@/components/ui/textarea";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { Permission } from "@/lib/permissions/bits";
import { cn } from "@/lib/utils/cn";
import { announceCount, NameList } from "./name-list";
import { NameMarks } from "./name-marks";
import { NameNote } from "./name-note";
import { useKnownNames } from "./use-known-names";
import { useNameSearch } from "./use-name-search";

interface PromptInputProps
  extends Omit<ComponentProps<typeof Textarea>, "value" | "onChange" | "ref" | "className" | "style"> {
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A prompt: `{` suggests the team's variables; unknown names are underlined and explained. */
export function PromptInput({ value, onChange, onBlur, ref, ...props }: PromptInputProps) {
  const slug = useTeamSlug();
  const { has } = usePermission();
  const [list, note] = [useId(), useId()];
  const area = useRef<HTMLTextAreaElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const { unknown, secret } = useKnownNames(slug, value);
  const search = useNameSearch(slug, area, onChange);
  const { open, options, active, loading } = search;
  const described = useControl({})["aria-describedby"];
  const choosing = open && options.length > 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.nativeEvent.isComposing) return;
    const chosen = options[active];
    if (event.key === "ArrowDown" && choosing) search.move(1);
    else if (event.key === "ArrowUp" && choosing) search.move(-1);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && chosen) search.pick(chosen.name);
    else if (event.key === "Escape") search.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="relative rounded-control bg-surface">
        <NameMarks ref={marks} text={value} names={[...unknown, ...secret]} />
        <Textarea
          {...props}
          ref={(node) => {
            area.current = node;
            if (typeof ref === "function") return ref(node);
            if (ref) ref.current = node;
          }}
          className="relative block bg-transparent [scrollbar-gutter:stable]"
          aria-describedby={cn(described, note)}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={choosing ? list : undefined}
          aria-activedescendant={choosing && active >= 0 ? `${list}-${active}` : undefined}
          value={value}
          onChange={({ target }) => {
            onChange(target.value);
            search.onInput(target);
          }}
          onKeyDown={onKeyDown}
          onSelect={({ currentTarget }) => search.onCaretMove(currentTarget)}
          onScroll={({ currentTarget }) => {
            if (marks.current) marks.current.scrollTop = currentTarget.scrollTop;
          }}
          onBlur={(event) => {
            search.close();
            onBlur?.(event);
          }}
        />
        {open && (
          <NameList
            id={list}
            options={options}
            active={active}
            loading={loading}
            onActive={search.setActive}
            onPick={search.pick}
          />
        )}
      </div>
      <span role="status" className="sr-only">
        {announceCount(open, loading, options.length)}
      </span>
      <NameNote
        id={note}
        unknown={unknown}
        secret={secret}
        addHref={
          has(Permission.CREATE_VARIABLE)
            ? (name) => `/${slug}/variable/add?name=${encodeURIComponent(name)}`
            : undefined
        }
      />
    </div>
  );
}
