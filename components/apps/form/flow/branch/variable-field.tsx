"use client";

import { useId } from "react";
import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { variableNameMax } from "@/lib/constants/limits";
import { variables } from "@/lib/contract/variables/calls";

interface VariableFieldProps {
  value: string;
  error: string | undefined;
  onChange(name: string): void;
}

const help = "Add the variable to the app's inputs to ask for it at the start.";

/** The name of a variable that a branch reads. It may be created later. */
export function VariableField({ value, error, onChange }: VariableFieldProps) {
  const list = useId();
  const params = { resourceSlug: useTeamSlug() };
  const { data } = useEndpoint(variables.list, { params, query: { limit: 100, sort: "name" } });
  const names = (data?.variables ?? []).filter(({ secret }) => !secret).map(({ name }) => name);
  const isUnknown = value !== "" && data?.next === null && !names.includes(value);
  return (
    <Field
      label="Variable name"
      help={isUnknown ? `Branches can't read a variable with this name yet: create it in Variables. ${help}` : help}
      error={error}
    >
      <Input
        value={value}
        list={list}
        maxLength={variableNameMax}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}
