"use client";

import { useState } from "react";
import { Textarea } from "@/components/ui/textarea";

interface LinesInputProps {
  value: string[];
  name?: string;
  onChange(lines: string[]): void;
  onBlur?(): void;
}

/** A short list of texts, one per line; empty lines are ignored. */
export function LinesInput({ value, onChange, onBlur, name }: LinesInputProps) {
  const [text, setText] = useState(value.join("\n"));
  const change = (next: string) => {
    setText(next);
    onChange(
      next
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    );
  };
  return <Textarea name={name} rows={2} value={text} onBlur={onBlur} onChange={({ target }) => change(target.value)} />;
}
