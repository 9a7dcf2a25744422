"use client";

import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { useAccount } from "@/context/account";
import { CheckGroup } from "./check-group";

interface TeamFieldProps {
  /** Null: every team. */
  value: string[] | null;
  onChange(value: string[] | null): void;
}

export function TeamField({ value, onChange }: TeamFieldProps) {
  const { account, team } = useAccount();
  const orgs = (account?.orgs ?? []).filter(({ teams }) => teams.length > 0);
  const choose = (next: string) => onChange(next === "all" ? null : team ? [team.id] : []);
  return (
    <div className="grid gap-3">
      <RadioGroup aria-label="Teams" value={value ? "some" : "all"} onChange={choose}>
        <RadioItem value="all" label="All my teams" help="Including teams you join later." />
        <RadioItem value="some" label="Selected teams" />
      </RadioGroup>
      {value && (
        <div className="grid max-h-48 gap-4 overflow-y-auto rounded-control border bg-sunken p-3">
          {orgs.map(({ id, name, teams }) => (
            <CheckGroup
              key={id}
              title={name}
              choices={teams.map((one) => ({ value: one.id, label: one.name }))}
              chosen={value}
              onChange={onChange}
            />
          ))}
        </div>
      )}
    </div>
  );
}
