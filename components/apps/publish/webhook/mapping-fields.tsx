"use client";

import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { PayloadTree } from "./payload-tree";
import type { Webhook, WebhookValues } from "./webhook-values";

interface MappingProps {
  values: WebhookValues;
  errors: Record<string, string>;
  lastPayload: Webhook["lastPayload"];
  onChange(changed: Partial<WebhookValues>): void;
}

/** Which values of a payload become the message and the variables. */
export function MappingFields({ values, errors, lastPayload, onChange }: MappingProps) {
  /** A variable; null: the message. */
  const [target, setTarget] = useState<string | null>(null);
  const { isMapped, message, variables } = values;
  const setPointer = (name: string | null, pointer: string) =>
    onChange(name === null ? { message: pointer } : { variables: { ...variables, [name]: pointer } });
  return (
    <>
      <Field label="Input">
        <OptionSelect
          value={isMapped ? "mapped" : "payload"}
          onChange={(next) => onChange({ isMapped: next === "mapped" })}
          options={[
            {
              value: "payload",
              label: "Whole payload",
              help: "Its “message” and “variables”, or all of it as JSON.",
            },
            { value: "mapped", label: "Selected values", help: "Values of the payload that you choose." },
          ]}
        />
      </Field>
      {isMapped && (
        <div className="grid min-w-0 gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-3">
            <Field
              label="Message"
              help="A JSON pointer. Leave empty for the whole payload."
              error={errors["mapping.message"]}
            >
              <Input
                value={message}
                placeholder="/issue/title"
                autoComplete="off"
                spellCheck={false}
                onFocus={() => setTarget(null)}
                onChange={(event) => setPointer(null, event.target.value)}
              />
            </Field>
            {Object.entries(variables).map(([name, pointer]) => (
              <Field key={name} label={name} error={errors[`mapping.variables.${name}`]}>
                <Input
                  value={pointer}
                  autoComplete="off"
                  spellCheck={false}
                  onFocus={() => setTarget(name)}
                  onChange={(event) => setPointer(name, event.target.value)}
                />
              </Field>
            ))}
          </div>
          <PayloadTree
            payload={lastPayload}
            target={target ?? "Message"}
            onPick={(pointer) => setPointer(target, pointer)}
          />
        </div>
      )}
    </>
  );
}
