"use client";

import { useId } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { permissionField } from "@/lib/permissions/editor";
import type { PermissionGroup, PermissionLine, PermissionSection } from "./permission-draft";

interface EditorProps {
  sections: readonly PermissionSection[];
  /** Sets or clears these bits of the draft. */
  onChange: (bits: number[], set: boolean) => void;
}

export function PermissionEditor({ sections, onChange }: EditorProps) {
  return sections.map(({ heading, groups }) => (
    <FormSection key={heading} title={heading}>
      {groups.map((group) => (
        <GroupView key={group.name ?? group.lines[0]?.entry.bit} group={group} onChange={onChange} />
      ))}
    </FormSection>
  ));
}

interface GroupProps {
  group: PermissionGroup;
  onChange: EditorProps["onChange"];
}

/** Permissions of one resource, under a checkbox of three states. */
function GroupView({ group: { name, lines }, onChange }: GroupProps) {
  const id = useId();
  if (name === undefined || lines.length === 1)
    return lines.map((line) => <LineView key={line.entry.bit} line={line} onChange={onChange} />);
  const count = lines.filter(({ effective }) => effective).length;
  const open = lines.filter(({ disabledReason, from }) => disabledReason === undefined && from === undefined);
  const state = count === 0 ? false : count === lines.length || "mixed";
  return (
    <fieldset className="grid gap-2" aria-labelledby={id}>
      <div className="flex items-center gap-2.5">
        <Checkbox
          id={`${id}-all`}
          checked={state}
          disabled={open.length === 0}
          onChange={(set) =>
            onChange(
              open.map(({ entry }) => entry.bit),
              set,
            )
          }
        />
        <label id={id} htmlFor={`${id}-all`} className="font-medium">
          {name}
        </label>
      </div>
      <div className="ml-6 grid gap-2">
        {lines.map((line) => (
          <LineView key={line.entry.bit} line={line} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  );
}

function LineView({ line, onChange }: { line: PermissionLine; onChange: EditorProps["onChange"] }) {
  const id = useId();
  const { entry, set, effective, from, disabledReason } = line;
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox
        id={id}
        name={permissionField(entry.bit)}
        className="mt-0.5"
        checked={set || effective}
        disabled={disabledReason !== undefined || (from !== undefined && !set)}
        aria-describedby={`${id}-help`}
        onChange={(next) => onChange([entry.bit], next)}
      />
      <div className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <label htmlFor={id}>{entry.label}</label>
          {effective && from && <Badge>Inherited from {from}</Badge>}
        </span>
        <span id={`${id}-help`} className="text-muted text-secondary">
          {entry.description}
          {disabledReason && ` ${disabledReason}`}
        </span>
      </div>
    </div>
  );
}
