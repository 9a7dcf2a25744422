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
        label="Ask a person before each use"
        help="The agent then waits until somebody allows the call."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
      {(someNeedApproval || watch("requireApproval")) && (
        <FormField control={control} name="asks" label="Whose approval" group>
          {({ value, onChange }) => (
            <InputRequestFields
              value={value}
              onChange={onChange}
              withoutAnswer="The call is rejected, and the agent goes on"
            />
          )}
        </FormField>
      )}
      <FormField
        control={control}
        name="repeatable"
        label="Safe to call again"
        help="It only looks something up, or does the same thing twice without harm. After an interruption a call is then made again without asking anybody."
      >
        {({ value, onChange, ref: _ref, ...field }) => (
          <Switch {...field} checked={value ?? false} onCheckedChange={onChange} />
        )}
      </FormField>
    </>
  );
}
