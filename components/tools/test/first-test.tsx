"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { CodeEditor } from "@/components/shared/code/code-editor";
import { Field } from "@/components/shared/field";
import { FormSection } from "@/components/shared/form-section";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import type { ApiError } from "@/lib/api/api-error";
import type { ToolType } from "@/lib/constants/tools";
import { tools } from "@/lib/contract/calls/tools";
import type { ToolOutcome } from "@/lib/contract/tools";
import { Permission } from "@/lib/permissions/bits";
import { OutcomeView } from "./outcome-view";
import { readArguments } from "./read-arguments";

interface FirstTestProps {
  slug: string;
  type: ToolType;
  /** What is in the form now. */
  definition: () => object;
  /** Arguments to begin with. */
  sample: object;
  /** Why it has to be added first. */
  whyNot?: string | undefined;
}

/** Calls a tool of one function before it is added. */
export function FirstTest({ slug, type, definition, sample, whyNot }: FirstTestProps) {
  const { why } = usePermission();
  const [written, setWritten] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ToolOutcome>();
  const text = written ?? JSON.stringify(sample, null, 2);
  const test = useAction(tools.tryOut, {
    onSuccess: setOutcome,
    // What is wrong with the definition stands here, where it was asked for.
    onError: ({ message, issues }: ApiError) => {
      setOutcome({ ok: false, error: issues[0]?.message ?? message, logs: [], durationMs: 0 });
      return true;
    },
  });
  const run = () => {
    const args = readArguments(text);
    setProblem(args ? undefined : "Write the arguments as a JSON object.");
    if (args) void test.run({ params: { resourceSlug: slug }, body: { type, definition: { ...definition() }, args } });
  };
  if (whyNot)
    return (
      <FormSection title="Try it">
        <p className="text-muted text-secondary">{whyNot}</p>
      </FormSection>
    );
  return (
    <FormSection title="Try it" description="With what is in the form now, before it is added. Nothing is kept.">
      <Field label="Arguments" group error={problem}>
        <CodeEditor className="h-40" language="json" value={text} onChange={setWritten} />
      </Field>
      <Explained why={why(Permission.EDIT_TOOL)}>
        <Button variant="outline" className="justify-self-start" loading={test.pending} onClick={run}>
          <Play aria-hidden /> Run
        </Button>
      </Explained>
      {outcome && !test.pending && <OutcomeView outcome={outcome} />}
    </FormSection>
  );
}
