"use client";

import { useId } from "react";
import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { variableNameMax } from "@/lib/constants/limits";
import { itemNumberVariable } from "@/lib/contract/apps/steps";
import { variables } from "@/lib/contract/variables/calls";

interface VariableFieldProps {
  value: string;
  /** It can be the number of the current item. */
  isInIteration: boolean;
  error: string | undefined;
  onChange(name: string): void;
}

const askText = "Add the variable to the app's inputs to ask for it at the start.";
const secretText = "This variable is secret, and its value can't be read here. Choose another one.";
const unknownText = `Your team has no variable with this name yet. Create it in Variables. ${askText}`;

/** The name of a variable that a branch or an iteration reads. It may be created later. */
export function VariableField({ value, isInIteration, error, onChange }: VariableFieldProps) {
  const list = useId();
  const params = { resourceSlug: useTeamSlug() };
  const { data } = useEndpoint(variables.list, { params, query: { limit: 100, sort: "name" } });
  const known = data?.variables.find(({ name }) => name === value);
  const names = [
    ...(isInIteration ? [itemNumberVariable] : []),
    ...(data?.variables ?? []).filter(({ secret }) => !secret).map(({ name }) => name),
  ];
  const isUnknown = value !== "" && data?.next === null && !names.includes(value);
  const help = known?.secret ? secretText : isUnknown ? unknownText : askText;
  return (
    <Field label="Variable name" help={help} error={error}>
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
