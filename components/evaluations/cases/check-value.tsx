"use client";

import { Field } from "@/components/shared/form/field";
import { LinesInput } from "@/components/shared/form/lines-input";
import { NumberInput, RequiredNumber } from "@/components/shared/form/number-input";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import { type CheckValue, checkTypes, toolModes } from "./check-types";
import { findMessage } from "./issues";
import { JsonInput, jsonIssue } from "./json-input";

interface CheckValueProps {
  slug: string;
  check: CheckValue;
  errors: unknown;
  onChange(check: CheckValue): void;
}

const withoutModel = ({ modelId: _, ...check }: Extract<CheckValue, { type: "judge" }>): CheckValue => check;

/** The fields of a check, by its type. */
export function CheckValueFields({ slug, check, errors, onChange }: CheckValueProps) {
  const { help } = checkTypes[check.type];
  const error = findMessage(errors);
  switch (check.type) {
    case "contains":
    case "not_contains":
    case "equals":
      return (
        <Field label="Text" help={help} error={error}>
          <Textarea
            rows={1}
            maxLength={20_000}
            value={check.value}
            onChange={({ target }) => onChange({ ...check, value: target.value })}
          />
        </Field>
      );
    case "regex":
      return (
        <Field label="Pattern" help={help} error={error}>
          <Input
            className="font-mono"
            spellCheck={false}
            maxLength={2_000}
            value={check.value}
            onChange={({ target }) => onChange({ ...check, value: target.value })}
          />
        </Field>
      );
    case "forbidden_tool":
      return (
        <Field label="Tool name" help={help} error={error}>
          <Input
            spellCheck={false}
            maxLength={200}
            value={check.value}
            onChange={({ target }) => onChange({ ...check, value: target.value })}
          />
        </Field>
      );
    case "json_schema":
      return (
        <Field label="Schema" help={help} error={jsonIssue(check.value) ?? error}>
          <JsonInput value={check.value} onChange={(value) => onChange({ ...check, value })} />
        </Field>
      );
    case "number":
      return (
        <div className="grid grid-cols-2 items-start gap-3">
          <Field label="Min" help={help} error={error}>
            <NumberInput
              step="any"
              value={check.value.min}
              onChange={(min) => onChange({ ...check, value: { ...check.value, min: min ?? undefined } })}
            />
          </Field>
          <Field label="Max">
            <NumberInput
              step="any"
              value={check.value.max}
              onChange={(max) => onChange({ ...check, value: { ...check.value, max: max ?? undefined } })}
            />
          </Field>
        </div>
      );
    case "max_steps":
    case "max_cost":
    case "max_first_token":
      return (
        <Field label="Max" help={help} error={error}>
          <RequiredNumber step="any" value={check.value} onChange={(value) => onChange({ ...check, value })} />
        </Field>
      );
    case "tools":
      return (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Tool names" help={help} error={error}>
            <LinesInput
              value={check.value.names}
              onChange={(names) => onChange({ ...check, value: { ...check.value, names } })}
            />
          </Field>
          <Field label="Calls">
            <OptionSelect
              value={check.value.mode ?? "at_least"}
              options={toolModes}
              onChange={(next) => {
                const mode = toolModes.find((one) => one.value === next)?.value;
                onChange({ ...check, value: { ...check.value, mode } });
              }}
            />
          </Field>
        </div>
      );
    case "arguments":
      return (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Tool name" error={jsonIssue(check.value.arguments) ? undefined : error}>
            <Input
              spellCheck={false}
              maxLength={200}
              value={check.value.tool}
              onChange={({ target }) => onChange({ ...check, value: { ...check.value, tool: target.value } })}
            />
          </Field>
          <Field label="Arguments" help={help} error={jsonIssue(check.value.arguments)}>
            <JsonInput
              value={check.value.arguments}
              onChange={(next) => onChange({ ...check, value: { ...check.value, arguments: next } })}
            />
          </Field>
        </div>
      );
    case "recall":
      return (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Documents" help={help} error={error}>
            <LinesInput
              value={check.value.documents}
              onChange={(documents) => onChange({ ...check, value: { ...check.value, documents } })}
            />
          </Field>
          <Field label="Min share of documents" help="0 to 1. 1 requires a passage from every document.">
            <RequiredNumber
              step="any"
              min={0}
              max={1}
              value={check.value.min ?? 1}
              onChange={(min) => onChange({ ...check, value: { ...check.value, min } })}
            />
          </Field>
        </div>
      );
    case "judge":
      return (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Rubric" help={help} error={error}>
            <Textarea
              rows={2}
              placeholder="Names the price in euros and the delivery time."
              value={check.value}
              onChange={({ target }) => onChange({ ...check, value: target.value })}
            />
          </Field>
          <Field
            label="Judge model"
            aside={
              check.modelId && (
                <Button variant="link" className="text-label" onClick={() => onChange(withoutModel(check))}>
                  Remove<span className="sr-only"> the judge model</span>
                </Button>
              )
            }
            help="Default: the test set's judge model."
          >
            <ModelSelect
              slug={slug}
              placeholder="Test set's judge model"
              value={check.modelId ?? null}
              onChange={(modelId) => onChange({ ...check, modelId })}
            />
          </Field>
        </div>
      );
    default:
      return check satisfies never;
  }
}
