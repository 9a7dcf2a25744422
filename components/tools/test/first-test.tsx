"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { CodeEditor } from "@/components/shared/code/code-editor";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import type { ApiError } from "@/lib/api/api-error";
import type { ToolType } from "@/lib/constants/tools";
import { tools } from "@/lib/contract/tools/calls";
import type { ToolOutcome } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { FirstRunNote } from "./first-run-note";
import { OutcomeView } from "./outcome-view";
import { readArguments } from "./read-arguments";

interface FirstTestProps {
  slug: string;
  type: ToolType;
  /** Returns the form's current definition. */
  definition: () => object;
  /** Initial arguments. */
  sample: object;
  /** Why it cannot be tested before it is added. */
  disabledReason?: string | undefined;
}

/** Calls a tool with a single function before it is added. */
export function FirstTest({ slug, type, definition, sample, disabledReason }: FirstTestProps) {
  const { why } = usePermission();
  const [argumentText, setArgumentText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ToolOutcome>();
  const text = argumentText ?? JSON.stringify(sample, null, 2);
  const test = useAction(tools.tryOut, {
    onSuccess: setOutcome,
    // Errors of the definition are shown here, next to the button.
    onError: ({ message, issues }: ApiError) => {
      setOutcome({ ok: false, error: issues[0]?.message ?? message, logs: [], durationMs: 0 });
      return true;
    },
  });
  const run = () => {
    const args = readArguments(text);
    setProblem(args ? undefined : "Enter the arguments as a JSON object.");
    if (args) void test.run({ params: { resourceSlug: slug }, body: { type, definition: { ...definition() }, args } });
  };
  if (disabledReason)
    return (
      <FormSection title="Test">
        <p className="text-muted text-secondary">{disabledReason}</p>
      </FormSection>
    );
  return (
    <FormSection title="Test" description="Runs your unsaved changes. Nothing is stored.">
      <Field label="Arguments" group error={problem}>
        <CodeEditor className="h-40" language="json" value={text} onChange={setArgumentText} />
      </Field>
      <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
        <Button variant="outline" className="justify-self-start" loading={test.pending} onClick={run}>
          <Play aria-hidden /> Run
        </Button>
      </DisabledTooltip>
      {test.pending && !outcome && <FirstRunNote definition={definition()} />}
      {outcome && !test.pending && <OutcomeView outcome={outcome} />}
    </FormSection>
  );
}
