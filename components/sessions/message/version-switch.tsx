import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";

interface VersionSwitchProps {
  /** From 1. */
  version: number;
  count: number;
  onChange(version: number): void;
}

/** Switches between the versions of an edited message or a regenerated answer. */
export function VersionSwitch({ version, count, onChange }: VersionSwitchProps) {
  return (
    <fieldset aria-label="Version" className="flex items-center text-label text-muted tabular-nums">
      <Button
        variant="ghost"
        size="icon"
        className="size-7"
        aria-label="Earlier version"
        disabled={version === 1}
        onClick={() => onChange(version - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <span role="status">
        {version}/{count}
      </span>
      <Button
        variant="ghost"
        size="icon"
        className="size-7"
        aria-label="Later version"
        disabled={version === count}
        onClick={() => onChange(version + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </fieldset>
  );
}
