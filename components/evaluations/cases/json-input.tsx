"use client";

import { useState } from "react";
import { Textarea } from "@/components/ui/textarea";

type Json = Record<string, unknown>;

/** What isn't a JSON object is returned as well; the form's schema rejects it. */
function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(JSON.stringify(text));
  }
}

interface JsonInputProps {
  value: Json;
  onChange(value: Json): void;
}

/** A JSON object as text. */
export function JsonInput({ value, onChange }: JsonInputProps) {
  const [text, setText] = useState(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  return (
    <Textarea
      rows={4}
      spellCheck={false}
      className="font-mono text-secondary"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}

/** Why the value isn't valid, in place of the schema's message about its type. */
export const jsonIssue = (value: unknown): string | undefined =>
  typeof value !== "object" || value === null || Array.isArray(value) ? "Enter a JSON object." : undefined;
