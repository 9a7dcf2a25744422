"use client";

import { Field } from "@/components/shared/form/field";
import { FormField } from "@/components/shared/form/form-field";
import { SecretInput } from "@/components/shared/form/secret-input";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import type { HttpContractForm } from "./http-starters";

const kinds = [
  { value: "none", label: "None" },
  { value: "bearer", label: "Bearer token" },
  { value: "basic", label: "Username and password" },
  { value: "apiKey", label: "API key" },
] as const;

const initialAuth = {
  none: { type: "none" },
  bearer: { type: "bearer", token: "" },
  basic: { type: "basic", username: "", password: "" },
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", value: "" },
} as const;

/** How calls are authenticated. The secrets are stored encrypted. */
export function HttpAuthFields({ form: { control, watch, setValue } }: { form: HttpContractForm }) {
  const type = watch("definition.auth.type") ?? "none";
  return (
    <>
      <Field label="Authentication">
        <OptionSelect
          value={type}
          options={kinds}
          onChange={(next) =>
            setValue("definition.auth", initialAuth[next as keyof typeof initialAuth], { shouldDirty: true })
          }
        />
      </Field>
      {type === "bearer" && (
        <FormField key="token" control={control} name="definition.auth.token" label="Token" required>
          {({ value = "", ref: _ref, ...field }) => <SecretInput {...field} value={value} />}
        </FormField>
      )}
      {type === "basic" && (
        <>
          <FormField control={control} name="definition.auth.username" label="Username">
            {({ value = "", ...field }) => <Input {...field} value={value} autoComplete="off" />}
          </FormField>
          <FormField key="password" control={control} name="definition.auth.password" label="Password" required>
            {({ value = "", ref: _ref, ...field }) => <SecretInput {...field} value={value} />}
          </FormField>
        </>
      )}
      {type === "apiKey" && (
        <>
          <FormField control={control} name="definition.auth.in" label="Location">
            {({ value, onChange, ref: _ref, ...field }) => (
              <OptionSelect
                {...field}
                value={value}
                onChange={onChange}
                options={[
                  { value: "header", label: "Header" },
                  { value: "query", label: "Query parameter" },
                ]}
              />
            )}
          </FormField>
          <FormField control={control} name="definition.auth.name" label="Name" required>
            {({ value = "", ...field }) => <Input {...field} value={value} autoComplete="off" />}
          </FormField>
          <FormField key="value" control={control} name="definition.auth.value" label="Key" required>
            {({ value = "", ref: _ref, ...field }) => <SecretInput {...field} value={value} />}
          </FormField>
        </>
      )}
    </>
  );
}
