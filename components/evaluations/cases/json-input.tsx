"use client";

import { useState } from "react";
import { Textarea } from "@/components/ui/textarea";

type Json = Record<string, unknown>;

/** A text that isn't a JSON object stays in the form, whose schema rejects it because it is a text. */
const toRejected = (text: string): Json => JSON.parse(JSON.stringify(text));

function parse(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : toRejected(text);
  } catch {
    return toRejected(text);
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

/** Why the text isn't valid, in place of the schema's message about its type. */
export const jsonIssue = (value: unknown): string | undefined =>
  typeof value === "string" ? "Enter a JSON object." : undefined;
