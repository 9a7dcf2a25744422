"use client";

import { useState } from "react";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import type { PermissionEntry } from "@/lib/permissions/entries";
import { allGrantableBits, grantablePermissions } from "./access";
import { CheckGroup } from "./check-group";

const groups = Map.groupBy(grantablePermissions, ({ heading }) => heading);

type Access = "none" | "all" | "some";

const toChoice = ({ bit, label, description }: PermissionEntry) => ({ value: bit, label, help: description });

interface PermissionFieldProps {
  value: number[];
  onChange(value: number[]): void;
}

export function PermissionField({ value, onChange }: PermissionFieldProps) {
  const [access, setAccess] = useState<Access>("none");
  const choose = (next: string) => {
    setAccess(next as Access);
    onChange(next === "all" ? [...allGrantableBits] : []);
  };
  return (
    <div className="grid gap-3">
      <RadioGroup aria-label="Permissions" value={access} onChange={choose}>
        <RadioItem value="none" label="Read and chat" help="The access that every member has, regardless of role." />
        <RadioItem value="all" label="Full access" help="Follows your current permissions." />
        <RadioItem value="some" label="Custom" help="Read and chat, plus the permissions you select." />
      </RadioGroup>
      {access === "some" && (
        <div className="grid max-h-72 gap-4 overflow-y-auto rounded-control border bg-sunken p-3">
          {[...groups].map(([heading, entries]) => (
            <CheckGroup
              key={heading}
              title={heading}
              choices={entries.map(toChoice)}
              chosen={value}
              onChange={(chosen) => onChange(chosen)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
