"use client";

import { Play, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { DeleteDialog, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useHasUnsavedChanges } from "@/hooks/forms/use-unsaved-guard";
import { testsets } from "@/lib/contract/testsets/calls";
import type { TestSet } from "@/lib/contract/testsets/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { describeRate, editBit, testedPath } from "../labels";
import { RunDialog } from "./run-dialog";

/** What the set tests, its last result, and buttons to run and delete it. */
export function SetHeader({ slug, set }: { slug: string; set: TestSet }) {
  const router = useRouter();
  const { why } = usePermission();
  const unsaved = useHasUnsavedChanges();
  const [running, setRunning] = useState(false);
  const deletion = useDelete<TestSet>();
  const remove = useAction(testsets.remove, {
    navigate: false,
    success: "Test set deleted.",
    onSuccess: () => router.push(testedPath(slug, set)),
  });
  const noPermission = why(editBit(set));
  const runProblem =
    noPermission ?? (set.caseCount === 0 ? "Add a case first." : unsaved ? "Save your changes first." : undefined);
  const last = set.lastEvaluation;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border bg-surface px-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="wrap-anywhere">
          Tests {set.testedName === null ? "a deleted" : "the"} {set.agentId ? "agent" : "app"}{" "}
          {set.testedName !== null && (
            <Link href={testedPath(slug, set)} className="text-accent underline underline-offset-2">
              {set.testedName}
            </Link>
          )}{" "}
          with {pluralize(set.caseCount, "case")}, {set.requiredCount} required.
        </p>
        <p className="text-muted text-secondary">
          {last ? (
            <>
              Last evaluation:{" "}
              <Link href={`/${slug}/evaluation/${last._id}`} className="text-accent underline underline-offset-2">
                {last.status === "running" ? `running, ${last.ended} of ${last.attempts}` : describeRate(last.rate)}
              </Link>{" "}
              · {last.label} · <RelativeTime date={last.dateCreated} />
            </>
          ) : (
            "Not run yet."
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DisabledTooltip disabledReason={noPermission}>
          <Button variant="outline" onClick={() => deletion.ask(set)}>
            <Trash2 aria-hidden /> Delete
          </Button>
        </DisabledTooltip>
        <DisabledTooltip disabledReason={runProblem}>
          <Button onClick={() => setRunning(true)}>
            <Play aria-hidden /> Run
          </Button>
        </DisabledTooltip>
      </div>
      <RunDialog slug={slug} set={set} open={running} onOpenChange={setRunning} />
      <DeleteDialog
        item={deletion.item}
        kind="test set"
        consequence="Its cases, evaluations and their results will be permanently deleted."
        pending={remove.pending || remove.done}
        usedBy={undefined}
        onDelete={async () => (await remove.run({ params: { resourceSlug: slug, testsetId: set._id } })) !== undefined}
        onClose={deletion.close}
      />
    </div>
  );
}
