"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Chips } from "@/components/ui/chips";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tools } from "@/lib/contract/tools/calls";
import type { SavedInput } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";

interface Arguments {
  operation: string | null;
  args: unknown;
}

interface SavedInputsProps {
  slug: string;
  toolId: string;
  inputs: SavedInput[];
  /** The current arguments; undefined while they are invalid. */
  current: (Arguments & { args: Record<string, unknown> }) | undefined;
  onUse(input: Arguments): void;
}

/** Saved arguments, and those of the last real calls. */
export function SavedInputs({ slug, toolId, inputs, current, onUse }: SavedInputsProps) {
  const params = { resourceSlug: slug, toolId };
  const { has, why } = usePermission();
  const [name, setName] = useState("");
  const recorded = useEndpoint(tools.recorded, { params, enabled: has(Permission.EDIT_TOOL) }).data?.calls ?? [];
  const add = useAction(tools.addInput, { success: "Arguments saved.", onSuccess: () => setName("") });
  const remove = useAction(tools.removeInput, {});
  const options = [
    ...inputs.map(({ _id, name: label }) => ({ value: _id, label })),
    ...recorded.map(({ callId, args }) => ({
      value: callId,
      label: `Recent call: ${JSON.stringify(args)}`.slice(0, 80),
    })),
  ];
  const use = (id: string) => {
    const found = inputs.find(({ _id }) => _id === id) ?? recorded.find(({ callId }) => callId === id);
    if (found) onUse({ operation: found.operation, args: found.args });
  };
  const saveInput = () => current && void add.run({ params, body: { name, ...current } });
  return (
    <div className="grid gap-2">
      {options.length > 0 && (
        <OptionSelect
          aria-label="Saved arguments"
          placeholder="Use saved arguments"
          value={null}
          options={options}
          onChange={use}
        />
      )}
      <Chips
        items={inputs.map(({ _id, name: label }) => ({ value: _id, label }))}
        onRemove={(inputId) => void remove.run({ params: { ...params, inputId } })}
      />
      <div className="flex gap-2">
        <Input
          aria-label="Name of the saved arguments"
          placeholder="Save as…"
          maxLength={100}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (name.trim()) saveInput();
          }}
        />
        <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
          <Button variant="outline" disabled={!name.trim() || !current} loading={add.pending} onClick={saveInput}>
            Save
          </Button>
        </DisabledTooltip>
      </div>
    </div>
  );
}
