"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { FormSection } from "@/components/shared/form/form-section";
import { FoldedJson } from "@/components/shared/markdown/raw-json";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { tools } from "@/lib/contract/tools/calls";
import type { ComparedInput, Revision, Tool } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { OutcomeView } from "../test/outcome-view";

interface ComparePanelProps {
  slug: string;
  tool: Tool;
  revision: Revision;
  applied: Revision;
}

/** Runs a revision and the applied one on the same inputs, to compare them before applying it. */
export function ComparePanel({ slug, tool, revision, applied }: ComparePanelProps) {
  const { why } = usePermission();
  const [comparison, setFound] = useState<{ results: ComparedInput[]; left: number }>();
  const [question, setQuestion] = useState<string | null>(null);
  const compare = useAction(tools.compare, {
    onSuccess: setFound,
    onError: (error) => {
      if (error.code !== "conflict" || error.data.confirm !== true) return false;
      setQuestion(error.message);
      return true;
    },
  });
  const run = (confirm: boolean) => {
    setQuestion(null);
    const body = { revisionId: revision._id, confirm };
    void compare.run({ params: { resourceSlug: slug, toolId: tool._id }, body });
  };
  const different = comparison?.results.filter(({ same }) => !same).length ?? 0;
  return (
    <FormSection
      title="Try before you apply"
      description="Runs both revisions with your saved arguments and recent calls, and shows where the results differ."
    >
      <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
        <Button variant="outline" className="justify-self-start" loading={compare.pending} onClick={() => run(false)}>
          Run both
        </Button>
      </DisabledTooltip>
      {comparison && !compare.pending && (
        <div role="status" className="grid grid-cols-1 gap-3">
          <p className="text-secondary">
            {comparison.results.length === 0
              ? "Nothing to run yet. Save some arguments in the test panel."
              : `Different results: ${different} of ${comparison.results.length}.`}
            {comparison.left > 0 && ` ${comparison.left} didn't run in time.`}
          </p>
          {comparison.results.map((one, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
            <Compared key={i} input={one} numbers={[applied.number, revision.number]} />
          ))}
        </div>
      )}
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && setQuestion(null)}
        title={`Call ${tool.name} to compare revisions?`}
        description={question}
        confirmLabel="Call"
        destructive={false}
        onConfirm={() => run(true)}
      />
    </FormSection>
  );
}

function Compared({ input, numbers }: { input: ComparedInput; numbers: [number, number] }) {
  const { name, source, operation, args, before, after, same } = input;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-control border p-3">
      <p className="flex flex-wrap items-center gap-2 text-body">
        <Badge tone={same ? "neutral" : "warning"}>{same ? "Same" : "Different"}</Badge>
        <span dir="auto" className="min-w-0 truncate font-medium">
          {source === "saved" ? name : "Recent call"}
        </span>
        {operation && <span className="font-mono text-label text-muted">{operation}</span>}
      </p>
      <FoldedJson label="Arguments" value={args} />
      {!same && (
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {[before, after].map((outcome, i) => (
            <div key={numbers[i]} className="grid min-w-0 grid-cols-1 content-start gap-1">
              <h3 className="font-medium text-label">Revision {numbers[i]}</h3>
              <OutcomeView outcome={outcome} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
