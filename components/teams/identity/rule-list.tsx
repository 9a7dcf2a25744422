"use client";

import { Plus, X } from "lucide-react";
import { Controller, useFieldArray } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { ProviderForm } from "@/lib/contract/identity/schemas";
import { orgRoles, teamRoles } from "@/lib/permissions/roles";

interface RuleListProps {
  form: ContractForm<ProviderForm>;
  teams: readonly { id: string; name: string }[];
  isReadOnly: boolean;
}

const toOptions = (roles: readonly string[]) => roles.map((role) => ({ value: role, label: role }));

/** Rules that assign roles by claims. A rule without a claim applies to everyone who signs in. */
export function RuleList({ form, teams, isReadOnly }: RuleListProps) {
  const { control, register, formState, setValue, watch } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "rules" });
  const rules = watch("rules") ?? [];
  const places = [{ value: "", label: "Organization" }, ...teams.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <fieldset aria-label="Rules" className="grid min-w-0 gap-2">
      <div className="grid gap-0.5">
        <h3 className="font-medium text-label">Rules</h3>
        <p className="max-w-reading text-muted text-secondary">
          Rules assign roles based on claims and are evaluated at each sign-in. If several rules for a team match, the
          first one applies. Leave the claim empty to include everyone who signs in. Groups sent through SCIM are
          treated as the “groups” claim.
        </p>
      </div>
      {fields.map((field, i) => {
        const errors = formState.errors.rules?.[i];
        const error =
          errors?.claim?.message ?? errors?.value?.message ?? errors?.teamId?.message ?? errors?.role?.message;
        const isTeam = Boolean(rules[i]?.teamId);
        return (
          <div key={field.id} className="grid gap-1.5 rounded-control border p-3 sm:border-0 sm:p-0">
            <div className="grid grid-cols-1 gap-2 sm:grid-cols-[1fr_1fr_1fr_1fr_auto]">
              <Input
                {...register(`rules.${i}.claim`, { setValueAs: (text: string | null) => text || null })}
                aria-label={`Claim of rule ${i + 1}`}
                placeholder="Claim, such as groups"
                readOnly={isReadOnly}
              />
              <Input
                {...register(`rules.${i}.value`)}
                aria-label={`Value of rule ${i + 1}`}
                placeholder="Value"
                readOnly={isReadOnly}
              />
              <Controller
                control={control}
                name={`rules.${i}.teamId`}
                render={({ field: { value, onChange } }) => (
                  <OptionSelect
                    aria-label={`Team of rule ${i + 1}`}
                    value={value ?? ""}
                    options={places}
                    disabled={isReadOnly}
                    onChange={(teamId) => {
                      onChange(teamId || null);
                      setValue(`rules.${i}.role`, teamId ? "Team Member" : "Org Member", { shouldDirty: true });
                    }}
                  />
                )}
              />
              <Controller
                control={control}
                name={`rules.${i}.role`}
                render={({ field: { value, onChange } }) => (
                  <OptionSelect
                    aria-label={`Role of rule ${i + 1}`}
                    value={value}
                    options={toOptions(isTeam ? teamRoles : orgRoles)}
                    disabled={isReadOnly}
                    onChange={onChange}
                  />
                )}
              />
              {!isReadOnly && (
                <Button variant="ghost" size="icon" aria-label={`Remove rule ${i + 1}`} onClick={() => remove(i)}>
                  <X aria-hidden />
                </Button>
              )}
            </div>
            {error && (
              <p role="alert" className="text-danger text-secondary">
                {error}
              </p>
            )}
          </div>
        );
      })}
      {fields.length === 0 && <p className="text-muted text-secondary">No rules yet.</p>}
      {!isReadOnly && (
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() =>
              append({
                claim: null,
                value: "",
                teamId: teams[0]?.id ?? null,
                role: teams[0] ? "Team Member" : "Org Member",
              })
            }
          >
            <Plus aria-hidden />
            New rule
          </Button>
        </div>
      )}
    </fieldset>
  );
}
