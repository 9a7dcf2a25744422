"use client";

import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { suggestedAccent } from "@/lib/constants/ui";
import { AccentArea } from "./accent-area";

const hex = /^#[0-9a-f]{6}$/i;

interface AccentFieldProps {
  value: string | null;
  onChange(value: string | null): void;
}

/** An accent color, and how it looks to visitors. */
export function AccentField({ value, onChange }: AccentFieldProps) {
  const shown = value !== null && hex.test(value) ? value : null;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-center gap-2">
        <input
          type="color"
          aria-label="Choose a color"
          className="h-9 w-12 shrink-0 cursor-pointer rounded-control border border-strong bg-surface p-1"
          value={shown ?? suggestedAccent}
          onChange={({ target }) => onChange(target.value)}
        />
        <Input
          aria-label="Hex color"
          className="w-28 font-mono"
          placeholder="Default"
          maxLength={7}
          autoComplete="off"
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value.trim() || null)}
        />
        {value && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            Use default
          </Button>
        )}
      </div>
      <AccentArea accent={shown}>
        <p className="flex items-center gap-3 text-secondary">
          <span className="rounded-control bg-accent px-3 py-1.5 text-accent-contrast">Button</span>
          <span className="text-accent">Link</span>
          <span className="text-muted">Adjusted to stay legible.</span>
        </p>
      </AccentArea>
    </div>
  );
}
