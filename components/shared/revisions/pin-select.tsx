"use client";

import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";

interface PinnableRevision {
  /** What pins it. */
  value: string;
  number: number;
  note: string;
  applied: boolean;
}

interface PinSelectProps {
  /** The name of what has the revisions. */
  name: string;
  /** Shows a button until then, so that the revisions of a long list are loaded only where they are needed. */
  isOpen: boolean;
  onOpen?(): void;
  revisions: PinnableRevision[];
  /** Absent: the applied revision is followed. */
  pin: string | undefined;
  size?: "sm" | "default";
  onPin(value: string | undefined): void;
}

/** Pins a revision, or follows the applied one. */
export function PinSelect({ name, isOpen, onOpen, revisions, pin, size = "sm", onPin }: PinSelectProps) {
  if (!isOpen)
    return (
      <Button variant="ghost" size="sm" aria-label={`${name}: Latest applied`} onClick={onOpen}>
        Latest applied
      </Button>
    );
  const options = [
    { value: "", label: "Latest applied" },
    ...revisions.map(({ value, number, note, applied }) => ({
      value,
      label: `Pinned to revision ${number}${applied ? ", applied" : ""}`,
      help: note || undefined,
    })),
  ];
  return (
    <OptionSelect
      aria-label={`Revision of ${name}`}
      size={size}
      className={size === "sm" ? "w-56" : "w-full"}
      value={revisions.some(({ value }) => value === pin) ? pin : ""}
      options={options}
      onChange={(value) => onPin(value || undefined)}
    />
  );
}
