"use client";

import { Field } from "@/components/shared/form/field";
import { MemberSelect } from "@/components/shared/pickers/member-select";
import { OptionSelect } from "@/components/ui/option-select";
import { useTeamSlug } from "@/context/account";
import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The rules in a form; missing fields have their defaults. */
type InputRequestValue = { [K in keyof InputRequestRules]?: InputRequestRules[K] | undefined } | null | undefined;

interface InputRequestFieldsProps {
  value: InputRequestValue;
  onChange(value: InputRequestRules | null): void;
  /** What happens without an answer. */
  withoutAnswer: string;
}

const defaultRules: InputRequestRules = {
  assignee: { type: "anyone" },
  minutes: null,
  onDeadline: "end",
  passTo: null,
};

const timeoutOptions: readonly [number, string][] = [
  [15, "15 minutes"],
  [60, "1 hour"],
  [4 * 60, "4 hours"],
  [24 * 60, "1 day"],
  [3 * 24 * 60, "3 days"],
  [7 * 24 * 60, "1 week"],
  [30 * 24 * 60, "30 days"],
];

/** Who answers an input request, by when, and what happens at the deadline. */
export function InputRequestFields({ value, onChange, withoutAnswer }: InputRequestFieldsProps) {
  const rules: InputRequestRules = {
    assignee: value?.assignee ?? defaultRules.assignee,
    minutes: value?.minutes ?? null,
    onDeadline: value?.onDeadline ?? "end",
    passTo: value?.passTo ?? null,
  };
  const { minutes } = rules;
  const set = (change: Partial<InputRequestRules>) => {
    const next = { ...rules, ...change };
    onChange(JSON.stringify(next) === JSON.stringify(defaultRules) ? null : next);
  };
  const isListed = timeoutOptions.some(([of]) => of === minutes);
  const own = minutes !== null && !isListed ? [{ value: String(minutes), label: pluralize(minutes, "minute") }] : [];
  return (
    <div className="grid gap-4 rounded-card border bg-sunken p-4">
      <AssigneeFields
        label="Assign to"
        help="Team admins can also respond."
        value={rules.assignee}
        onChange={(assignee) => set({ assignee })}
      />
      <Field label="Timeout">
        <OptionSelect
          value={minutes === null ? "" : String(minutes)}
          options={[
            { value: "", label: "No timeout" },
            ...timeoutOptions.map(([of, label]) => ({ value: String(of), label })),
            ...own,
          ]}
          onChange={(next) => set({ minutes: next === "" ? null : Number(next) })}
        />
      </Field>
      {minutes !== null && (
        <Field label="On timeout">
          <OptionSelect
            value={rules.onDeadline}
            options={[
              { value: "end", label: "The run fails" },
              { value: "reject", label: withoutAnswer },
              {
                value: "pass",
                label: "Reassign",
                help: "The new assignee gets the same timeout. After that, the run fails.",
              },
            ]}
            onChange={(next) =>
              set({
                onDeadline: next as InputRequestRules["onDeadline"],
                passTo: next === "pass" ? { type: "role", role: "Team Admin" } : null,
              })
            }
          />
        </Field>
      )}
      {minutes !== null && rules.onDeadline === "pass" && (
        <AssigneeFields
          label="Reassign to"
          value={rules.passTo ?? defaultRules.assignee}
          onChange={(passTo) => set({ passTo })}
        />
      )}
    </div>
  );
}

interface AssigneeProps {
  label: string;
  help?: string;
  value: Assignee;
  onChange(value: Assignee): void;
}

const choices = [
  { value: "anyone", label: "Anyone who can see the session" },
  { value: "Team Member", label: "Anyone with the Team Member role" },
  { value: "Team Admin", label: "Team admins" },
  { value: "account", label: "Specific person" },
];

function AssigneeFields({ label, help, value, onChange }: AssigneeProps) {
  const slug = useTeamSlug();
  const choose = (next: string) => {
    if (next === "Team Member" || next === "Team Admin") return onChange({ type: "role", role: next });
    onChange(next === "account" ? { type: "account", accountId: "" } : { type: "anyone" });
  };
  return (
    <>
      <Field label={label} help={help}>
        <OptionSelect value={value.type === "role" ? value.role : value.type} options={choices} onChange={choose} />
      </Field>
      {value.type === "account" && (
        <Field label="Person" required error={value.accountId === "" ? "Choose a person." : undefined}>
          <MemberSelect
            slug={slug}
            value={value.accountId}
            onChange={(accountId) => onChange({ type: "account", accountId: accountId ?? "" })}
          />
        </Field>
      )}
    </>
  );
}
