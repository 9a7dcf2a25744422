"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { CodeEditor } from "@/components/shared/code/code-editor";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { buildSample } from "@/components/shared/schema/parameter-rows";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { OptionSelect } from "@/components/ui/option-select";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { ApiError } from "@/lib/api/api-error";
import { tools } from "@/lib/contract/tools/calls";
import type { Tool, ToolOutcome } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { FirstRunNote } from "./first-run-note";
import { OutcomeView } from "./outcome-view";
import { readArguments } from "./read-arguments";
import { SavedInputs } from "./saved-inputs";

interface TestPanelProps {
  slug: string;
  tool: Tool;
  /** Returns the form's current definition, saved or not; without it the applied revision is called. */
  definition?: () => object;
}

/** Calls the tool once with the form's definition. */
export function TestPanel({ slug, tool, definition }: TestPanelProps) {
  const params = { resourceSlug: slug, toolId: tool._id };
  const { why } = usePermission();
  const stored = useEndpoint(tools.get, { params }).data;
  const operations = stored?.operations ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const operation = operations.find((one) => one.operation === chosen) ?? operations[0];
  const [argumentText, setArgumentText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ToolOutcome>();
  const text = argumentText ?? JSON.stringify(buildSample(operation?.parameters), null, 2);
  const test = useAction(tools.test, {
    onSuccess: setOutcome,
    // Errors of the definition are shown here, next to the button.
    onError: ({ message, issues }: ApiError) => {
      setOutcome({ ok: false, error: issues[0]?.message ?? message, logs: [], durationMs: 0 });
      return true;
    },
  });
  const args = readArguments(text);
  const run = () => {
    if (!args) return setProblem("Enter the arguments as a JSON object.");
    setProblem(undefined);
    const body = { args, operation: operation?.operation ?? null, ...(definition && { definition: definition() }) };
    void test.run({ params, body: body as never });
  };
  const use = (input: { operation: string | null; args: unknown }) => {
    setChosen(input.operation);
    setArgumentText(JSON.stringify(input.args, null, 2));
  };
  return (
    <FormSection title="Test" description="Runs the tool with the values in the form, saved or not. Nothing is stored.">
      {operations.length > 1 && (
        <Field label="Function">
          <OptionSelect
            value={operation?.operation}
            options={operations.map((one) => ({ value: one.operation ?? "", label: one.operation ?? "" }))}
            onChange={(next) => {
              setChosen(next);
              setArgumentText(undefined);
            }}
          />
        </Field>
      )}
      <Field label="Arguments" group error={problem}>
        <CodeEditor className="h-40" language="json" value={text} onChange={setArgumentText} />
      </Field>
      <SavedInputs
        slug={slug}
        toolId={tool._id}
        inputs={stored?.inputs ?? []}
        current={args && { operation: operation?.operation ?? null, args }}
        onUse={use}
      />
      <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
        <Button variant="outline" className="justify-self-start" loading={test.pending} onClick={run}>
          <Play aria-hidden /> Run
        </Button>
      </DisabledTooltip>
      {test.pending && !outcome && <FirstRunNote definition={definition?.() ?? tool.definition} />}
      {outcome && !test.pending && <OutcomeView outcome={outcome} />}
    </FormSection>
  );
}
