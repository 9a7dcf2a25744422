"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { type CheckType, type CheckValue, checkTypes } from "./check-types";
import { CheckValueFields } from "./check-value";
import { errorsAt } from "./issues";

const options = Object.entries(checkTypes).map(([value, { label }]) => ({ value, label }));
const maxChecks = 20;

interface CheckListProps {
  slug: string;
  checks: readonly CheckValue[];
  errors: unknown;
  onChange(checks: CheckValue[]): void;
}

/** What must be true of an answer. */
export function CheckList({ slug, checks, errors, onChange }: CheckListProps) {
  // Removing a check remounts the others, which keep text of their own.
  const [removals, setRemovals] = useState(0);
  const replace = (at: number, check: CheckValue) => onChange(checks.map((one, i) => (i === at ? check : one)));
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-medium text-label">Checks</legend>
      {checks.length === 0 && (
        <p className="text-muted text-secondary">Without checks, the test passes whenever there is an answer.</p>
      )}
      {checks.map((check, i) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no IDs
          key={`${removals}-${i}-${check.type}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded-card border bg-sunken p-3 md:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <legend className="sr-only">Check {i + 1}</legend>
          <OptionSelect
            aria-label={`Type of check ${i + 1}`}
            className="w-full"
            value={check.type}
            options={options}
            onChange={(type) => replace(i, checkTypes[type as CheckType].create())}
          />
          <div className="max-md:order-last max-md:col-span-2">
            <CheckValueFields
              slug={slug}
              check={check}
              errors={errorsAt(errors, i)}
              onChange={(next) => replace(i, next)}
            />
          </div>
          <Button
            variant="ghost"
            size="icon"
            className="size-8"
            aria-label={`Remove check ${i + 1}`}
            onClick={() => {
              setRemovals(removals + 1);
              onChange(checks.filter((_, at) => at !== i));
            }}
          >
            <X aria-hidden />
          </Button>
        </fieldset>
      ))}
      {checks.length < maxChecks && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...checks, checkTypes.contains.create()])}
        >
          <Plus aria-hidden /> Add check
        </Button>
      )}
    </fieldset>
  );
}
