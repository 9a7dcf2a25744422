"use client";

import { FormField } from "@/components/shared/form/form-field";
import { InputRequestFields } from "@/components/shared/input-requests/input-request-fields";
import { Switch } from "@/components/ui/switch";
import type { CommonContractForm } from "./common-form";

interface UseFieldsProps extends CommonContractForm {
  /** Some of its functions are approved one by one. */
  someNeedApproval?: boolean;
}

/** How agents may use the tool. */
export function UseFields({ control, watch, someNeedApproval = false }: UseFieldsProps) {
  return (
    <>
      <FormField
        control={control}
        name="requireApproval"
        label="Require approval"
        help="The agent waits until someone approves the call."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
      {(someNeedApproval || watch("requireApproval")) && (
        <FormField control={control} name="asks" label="Approver" group>
          {({ value, onChange }) => (
            <InputRequestFields
              value={value}
              onChange={onChange}
              withoutAnswer="The call is rejected and the agent continues"
            />
          )}
        </FormField>
      )}
      <FormField
        control={control}
        name="repeatable"
        label="Safe to retry"
        help="Retries calls automatically after an interruption. Turn on for lookups and other calls that are safe to retry."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
    </>
  );
}
