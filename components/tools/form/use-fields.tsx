"use client";

import { FormField } from "@/components/shared/form/form-field";
import { SwitchField } from "@/components/shared/form/switch-field";
import { InputRequestFields } from "@/components/shared/input-requests/input-request-fields";
import type { CommonContractForm } from "./common-form";

interface UseFieldsProps extends CommonContractForm {
  /** Some of its functions are approved one by one. */
  someNeedApproval?: boolean;
}

/** How agents may use the tool. */
export function UseFields({ control, watch, someNeedApproval = false }: UseFieldsProps) {
  return (
    <>
      <SwitchField
        control={control}
        name="requireApproval"
        label="Require approval"
        help="The agent waits until someone approves the call."
      />
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
      <SwitchField
        control={control}
        name="repeatable"
        label="Safe to retry"
        help="Retries calls automatically after an interruption. Turn on for lookups and other calls that are safe to retry."
      />
    </>
  );
}
