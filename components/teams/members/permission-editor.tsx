"use client";

import { useId } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { permissionField } from "@/lib/permissions/editor";
import { actionOf, type PermissionLine, type PermissionSection, permissionActions } from "./permission-draft";

interface EditorProps {
  sections: readonly PermissionSection[];
  /** Sets or clears these bits of the draft. */
  onChange: (bits: number[], set: boolean) => void;
}

/** Permissions of a resource are a row of a matrix; the others are listed above it with their descriptions. */
export function PermissionEditor({ sections, onChange }: EditorProps) {
  return sections.map(({ heading, groups }) => {
    const single = groups.filter(({ lines }) => lines.length === 1);
    const rows = groups.filter(({ lines }) => lines.length > 1);
    return (
      <FormSection key={heading} title={heading}>
        {single.flatMap(({ lines }) =>
          lines.map((line) => <LineView key={line.entry.bit} line={line} onChange={onChange} />),
        )}
        {rows.length > 0 && <Matrix heading={heading} rows={rows} onChange={onChange} />}
      </FormSection>
    );
  });
}

interface MatrixProps {
  heading: string;
  rows: PermissionSection["groups"];
  onChange: EditorProps["onChange"];
}

function Matrix({ heading, rows, onChange }: MatrixProps) {
  const lines = rows.flatMap((row) => row.lines);
  const actions = permissionActions.filter((action) => lines.some((line) => actionOf(line) === action));
  const sources = [...new Set(lines.flatMap(({ effective, from }) => (effective && from ? [from] : [])))];
  return (
    <div className="grid gap-2">
      <table className="w-full max-w-form">
        <caption className="sr-only">{heading}</caption>
        <thead>
          <tr className="text-label text-muted">
            <th scope="col" className="py-1 text-left font-normal">
              Resource
            </th>
            {actions.map((action) => (
              <th key={action} scope="col" className="w-16 py-1 font-normal">
                {action}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ name, lines: own }) => (
            <tr key={name}>
              <RowHeader name={name ?? ""} lines={own} onChange={onChange} />
              {actions.map((action) => (
                <td key={action} className="text-center">
                  {own
                    .filter((line) => actionOf(line) === action)
                    .map((line) => (
                      <Cell key={line.entry.bit} line={line} onChange={onChange} />
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {sources.length > 0 && (
        <p className="text-muted text-secondary">
          Dimmed permissions are inherited from {new Intl.ListFormat("en").format(sources)}.
        </p>
      )}
    </div>
  );
}

/** The resource, with a checkbox of three states for all of its permissions. */
function RowHeader({
  name,
  lines,
  onChange,
}: { name: string; lines: PermissionLine[] } & Pick<MatrixProps, "onChange">) {
  const id = useId();
  const count = lines.filter(({ effective }) => effective).length;
  const open = lines.filter((line) => !isFixed(line)).map(({ entry }) => entry.bit);
  return (
    <th scope="row" className="py-2 text-left font-normal">
      <span className="flex items-center gap-2.5">
        <Checkbox
          id={id}
          checked={count === 0 ? false : count === lines.length || "mixed"}
          disabled={open.length === 0}
          onChange={(set) => onChange(open, set)}
        />
        <label htmlFor={id}>{name}</label>
      </span>
    </th>
  );
}

const isFixed = ({ disabledReason, from, set }: PermissionLine): boolean =>
  disabledReason !== undefined || (from !== undefined && !set);

/** Why it cannot be changed, or what it allows. */
const explain = ({ entry, effective, from, disabledReason }: PermissionLine): string =>
  [entry.description, effective && from && `Inherited from ${from}.`, disabledReason].filter(Boolean).join(" ");

function Cell({ line, onChange }: { line: PermissionLine } & Pick<MatrixProps, "onChange">) {
  const { entry, set, effective } = line;
  return (
    <Checkbox
      name={permissionField(entry.bit)}
      checked={set || effective}
      disabled={isFixed(line)}
      aria-label={entry.label}
      aria-description={explain(line)}
      title={explain(line)}
      onChange={(next) => onChange([entry.bit], next)}
    />
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
        disabled={isFixed(line)}
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
