"use client";

import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { maxAddon } from "@/lib/constants/limits";
import { Plan } from "@/lib/constants/plan-names";
import { plans, storageAddonBytes } from "@/lib/constants/plans";
import type { Billing } from "@/lib/contract/billing/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { toast } from "@/lib/utils/toasts/toast";
import type { PlanChange } from "./use-plan-change";

interface AddOnsProps {
  billing: Billing;
  change: PlanChange;
  disabledReason: string | undefined;
}

const valid = (count: number): boolean => Number.isInteger(count) && count >= 0 && count <= maxAddon;
const price = (dollars: number): string => `$${dollars.toLocaleString("en")} per month each`;

/** Additional seats and storage of a paid plan. Remounted when the purchase changes. */
export function AddOns({ billing: { plan, addons, prices }, change, disabledReason }: AddOnsProps) {
  const [users, setUsers] = useState(addons.users);
  const [storage, setStorage] = useState(addons.storage);
  if (plan !== Plan.PRO && plan !== Plan.TEAMS) return null;
  const { title, usersAddon, storageAddon } = plans[plan];
  const sellsUsers = usersAddon && prices.users !== null;
  const sellsStorage = storageAddon && prices.storage !== null;
  if (!sellsUsers && !sellsStorage) return null;
  const same = users === addons.users && storage === addons.storage;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (same || !valid(users) || !valid(storage)) return;
    const body = { plan, ...(sellsUsers && { users }), ...(sellsStorage && { storage }) };
    if (await change.run(body)) toast.success("Add-ons updated.");
  };
  const error = (count: number) =>
    valid(count) ? undefined : `Enter a whole number from 0 to ${maxAddon.toLocaleString("en")}.`;
  return (
    <FormSection
      title="Add-ons"
      description={`In addition to the ${title} plan. Increases are charged to your card immediately for the rest of the period; decreases are credited to the next invoice.`}
    >
      <form className="grid gap-4" onSubmit={(event) => void submit(event)} noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          {sellsUsers && (
            <Field label="Additional seats" error={error(users)} help={price(prices.users ?? 0)}>
              <RequiredNumber min={0} max={maxAddon} step={1} inputMode="numeric" value={users} onChange={setUsers} />
            </Field>
          )}
          {sellsStorage && (
            <Field
              label={`Additional storage, in units of ${formatBytes(storageAddonBytes)}`}
              error={error(storage)}
              help={price(prices.storage ?? 0)}
            >
              <RequiredNumber
                min={0}
                max={maxAddon}
                step={1}
                inputMode="numeric"
                value={storage}
                onChange={setStorage}
              />
            </Field>
          )}
        </div>
        <FormActions>
          <DisabledTooltip disabledReason={disabledReason}>
            <Button type="submit" variant="outline" disabled={same} loading={change.pending}>
              Update add-ons
            </Button>
          </DisabledTooltip>
        </FormActions>
      </form>
    </FormSection>
  );
}
