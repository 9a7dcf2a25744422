"use client";

import { Field } from "@/components/shared/form/field";
import { MemberSelect } from "@/components/shared/pickers/member-select";
import { OptionSelect } from "@/components/ui/option-select";
import { useTeamSlug } from "@/context/account";
import type { Assignee, InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import { completeRules, defaultRules, describeTimeout, type InputRequestValue, timeoutLabels } from "./rules";

interface InputRequestFieldsProps {
  value: InputRequestValue | null | undefined;
  onChange(value: InputRequestRules | null): void;
  /** What happens without an answer. */
  withoutAnswer: string;
}

/** Who answers an input request, by when, and what happens at the deadline. */
export function InputRequestFields({ value, onChange, withoutAnswer }: InputRequestFieldsProps) {
  const rules = completeRules(value ?? {});
  const { minutes } = rules;
  const set = (change: Partial<InputRequestRules>) => {
    const next = { ...rules, ...change };
    onChange(JSON.stringify(next) === JSON.stringify(defaultRules) ? null : next);
  };
  const isListed = minutes === null || timeoutLabels.has(minutes);
  const own = isListed ? [] : [{ value: String(minutes), label: describeTimeout(minutes) }];
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
            ...Array.from(timeoutLabels, ([of, label]) => ({ value: String(of), label })),
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
