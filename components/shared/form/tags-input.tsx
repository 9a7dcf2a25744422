"use client";

import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { Chips } from "@/components/ui/chips";
import { Input } from "@/components/ui/input";

interface TagsInputProps
  extends Pick<ComponentProps<typeof Input>, "ref" | "name" | "disabled" | "placeholder" | "id"> {
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  max?: number;
  /** Max characters of one tag. */
  maxLength?: number;
}

/** A list of tags; Enter or a comma ends one, Backspace in an empty box removes the last. */
export function TagsInput({ value, onChange, onBlur, max = 20, maxLength = 50, ...props }: TagsInputProps) {
  const [text, setText] = useState("");
  const add = (raw: string): void => {
    const fresh = raw.split(",").map((tag) => tag.trim().slice(0, maxLength));
    onChange([...new Set([...value, ...fresh.filter(Boolean)])].slice(0, max));
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && text.trim()) {
      event.preventDefault();
      add(text);
    } else if (event.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
  };
  return (
    <div className="grid gap-2">
      <Input
        {...props}
        value={text}
        autoComplete="off"
        onChange={({ target }) => (target.value.includes(",") ? add(target.value) : setText(target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (text.trim()) add(text);
          onBlur?.();
        }}
      />
      <Chips
        items={value.map((tag) => ({ value: tag, label: tag }))}
        onRemove={(tag) => onChange(value.filter((other) => other !== tag))}
      />
    </div>
  );
}
