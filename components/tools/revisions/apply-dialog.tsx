"use client";

import { useEffect } from "react";
import { useRefusal } from "@/components/shared/required-tests/use-refusal";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { useAction } from "@/hooks/api/use-action";
import { errorMessage } from "@/lib/api/api-error";
import { tools } from "@/lib/contract/tools/calls";
import type { Revision, Tool } from "@/lib/contract/tools/outputs";
import { ComparisonResults } from "./comparison-results";
import { useComparison } from "./use-comparison";

interface ApplyDialogProps {
  slug: string;
  tool: Tool;
  /** The saved revision that isn't applied yet. */
  revision: Revision;
  /** Called when it is applied or kept as a draft. */
  onDone(): void;
}

/** Runs a tool's saved inputs with a new revision, and shows what would change before it is applied. */
export function ApplyDialog({ slug, tool, revision, onDone }: ApplyDialogProps) {
  const { comparison, question, run, pending, error } = useComparison(slug, tool._id, revision._id);
  const refusal = useRefusal(slug);
  const apply = useAction(tools.applyRevision, {
    success: "Revision applied.",
    invalidate: ["agents"],
    onSuccess: onDone,
    onError: refusal.onError,
  });
  const params = { resourceSlug: slug, revisionId: revision._id };
  const applyNow = () => refusal.attempt((override) => apply.run({ params, body: override }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog opens
  useEffect(() => {
    let open = true;
    void run(false).then((found) => {
      if (open && found && found.left === 0 && found.results.every(({ same }) => same)) void applyNow();
    });
    return () => {
      open = false;
    };
  }, []);
  const reviewing = comparison !== undefined || question !== null || error !== null;
  return (
    <Dialog open onOpenChange={(open) => !open && onDone()}>
      <DialogContent
        width="wide"
        title={`Apply revision ${revision.number}?`}
        description="Saved as a draft. If no results differ, it's applied automatically. Otherwise, review the differences first."
      >
        <div className="grid gap-4">
          {(pending || !reviewing) && (
            <p className="flex items-center gap-2 text-secondary">
              <Spinner label="Running both revisions" /> Running both revisions with saved arguments and recent calls…
            </p>
          )}
          {question && (
            <Banner tone="warning" action={{ label: "Run both", onSelect: () => void run(true) }}>
              {question}
            </Banner>
          )}
          {!pending && !question && error && <Banner tone="danger">{errorMessage(error)}</Banner>}
          {comparison && !pending && (
            <ComparisonResults comparison={comparison} numbers={[tool.revision, revision.number]} />
          )}
          <DialogFooter onCancel={onDone} cancel="Keep as draft">
            <Button changes loading={apply.pending} disabled={pending} onClick={() => void applyNow()}>
              Apply
            </Button>
          </DialogFooter>
          {refusal.dialog}
        </div>
      </DialogContent>
    </Dialog>
  );
}
