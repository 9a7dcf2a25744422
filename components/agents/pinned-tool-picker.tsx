"use client";

import type { ComponentProps } from "react";
import { ToolPicker } from "@/components/shared/pickers/tool-picker";
import { ChosenTool } from "./chosen-tool";

const omitPin = (pins: Record<string, string>, id: string): Record<string, string> =>
  Object.fromEntries(Object.entries(pins).filter(([toolId]) => toolId !== id));

interface PinnedToolPickerProps extends Omit<ComponentProps<typeof ToolPicker>, "children"> {
  /** Pinned revisions by tool id. */
  pins: Record<string, string>;
  onPins(pins: Record<string, string>): void;
}

/** Selects tools of the team, each of which may be pinned to a revision. */
export function PinnedToolPicker({ pins, onPins, ...props }: PinnedToolPickerProps) {
  const { slug, value, onChange } = props;
  const remove = (id: string) => {
    onChange(value.filter((other) => other !== id));
    onPins(omitPin(pins, id));
  };
  return (
    <ToolPicker {...props}>
      {(chosen) =>
        chosen.length > 0 && (
          <ul className="divide-y rounded-control border">
            {chosen.map(({ value: id, label }) => (
              <ChosenTool
                key={id}
                slug={slug}
                toolId={id}
                name={label}
                knowledge={props.kind === "knowledge"}
                pin={pins[id]}
                onPin={(revisionId) => onPins(revisionId ? { ...pins, [id]: revisionId } : omitPin(pins, id))}
                onRemove={() => remove(id)}
              />
            ))}
          </ul>
        )
      }
    </ToolPicker>
  );
}
