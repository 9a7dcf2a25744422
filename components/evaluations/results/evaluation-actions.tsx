"use client";

import { CircleStop, Download, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { evaluations } from "@/lib/contract/evaluations/calls";
import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { editBit } from "../labels";
import { RunDialog } from "../sets/run-dialog";
import { downloadResults } from "./download";

/** Cancels an evaluation, runs it again, or downloads its results. */
export function EvaluationActions({ slug, evaluation }: { slug: string; evaluation: Evaluation }) {
  const { _id, status, testset, agentId, appId, repeat } = evaluation;
  const disabledReason = usePermission().why(editBit(evaluation));
  const [running, setRunning] = useState(false);
  const cancel = useAction(evaluations.cancel, { success: "Evaluation canceled.", invalidate: ["testsets"] });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline">
            <Download aria-hidden /> Download
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => void downloadResults(slug, _id, "csv")}>CSV</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void downloadResults(slug, _id, "junit")}>JUnit XML</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DisabledTooltip disabledReason={disabledReason}>
        {status === "running" ? (
          <Button
            variant="outline"
            loading={cancel.pending}
            onClick={() => void cancel.run({ params: { resourceSlug: slug, evaluationId: _id } })}
          >
            <CircleStop aria-hidden /> Cancel
          </Button>
        ) : (
          <Button onClick={() => setRunning(true)}>
            <RotateCcw aria-hidden /> Run again
          </Button>
        )}
      </DisabledTooltip>
      <RunDialog
        slug={slug}
        set={{ _id: testset._id, agentId, appId, repeat }}
        open={running}
        onOpenChange={setRunning}
      />
    </>
  );
}
