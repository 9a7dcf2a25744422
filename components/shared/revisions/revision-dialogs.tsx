"use client";

import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import type { RolloutView } from "@/lib/contract/base/revisions";
import { RolloutDialog } from "./rollout-dialog";
import type { RevisionActions, SentRollout } from "./rollout-state";
import type { ChosenRevision } from "./use-chosen-revision";

export type RevisionDialog = "apply" | "discard" | "rollout" | "share" | "stop";

interface RevisionDialogsProps {
  /** The open one. */
  dialog: RevisionDialog | undefined;
  state: ChosenRevision;
  /** The number of the applied revision. */
  applied: number;
  /** The one that is running. */
  rollout: RolloutView | null;
  actions: RevisionActions;
  impact: string;
  rolloutImpact: string;
  impactList?: ReactNode;
  onClose(): void;
}

/** The dialogs of the actions on revisions. */
export function RevisionDialogs({ dialog, state, applied, rollout, actions, onClose, ...texts }: RevisionDialogsProps) {
  const { impact, rolloutImpact, impactList } = texts;
  const { chosen, isDraft, next } = state;
  const { apply, discard, rollOut, stop } = actions;
  const revisionId = isDraft ? undefined : chosen?._id;
  const named = isDraft ? "the draft" : (chosen?.title ?? "").toLowerCase();
  const closeAfter = async (call: Promise<object | undefined>) => {
    if (await call) onClose();
  };
  const send = (sent: SentRollout) => void closeAfter(rollOut.run(sent));
  const isNext = chosen?.rolledOut ? "" : `It will become revision ${next}. `;
  const ends = rollout && !chosen?.rolledOut ? ` The rollout of revision ${rollout.revision} will end.` : "";
  return (
    <>
      <ConfirmDialog
        open={dialog === "apply" && chosen !== undefined}
        onOpenChange={onClose}
        title={chosen?.rolledOut ? `Apply ${named} to all new sessions?` : `Apply ${named}?`}
        description={`${isNext}${ends ? `${ends.trim()} ` : ""}${impact}`}
        confirmLabel={chosen?.rolledOut ? "Apply to all" : "Apply"}
        destructive={false}
        pending={apply.pending}
        onConfirm={() => void closeAfter(apply.run(revisionId))}
      >
        {impactList}
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === "discard" && isDraft}
        onOpenChange={onClose}
        title="Discard the draft?"
        description={`Its changes will be deleted. Revision ${applied} remains applied.`}
        confirmLabel="Discard"
        pending={discard.pending}
        onConfirm={() => void closeAfter(discard.run())}
      />
      {dialog === "rollout" && chosen && (
        <RolloutDialog
          title={`Roll out ${named}?`}
          description={`${isDraft ? isNext : ""}${rolloutImpact}`}
          submit="Roll out"
          pending={rollOut.pending}
          hasNote={isDraft}
          onSubmit={(sent) => send({ ...sent, revisionId })}
          onClose={onClose}
        >
          {impactList}
        </RolloutDialog>
      )}
      {dialog === "share" && rollout && (
        <RolloutDialog
          title="Change percentage"
          description="Sessions that have started keep their revision."
          share={rollout.share}
          submit="Change percentage"
          pending={rollOut.pending}
          hasNote={false}
          onSubmit={({ share }) => send({ share, revisionId: rollout.revisionId })}
          onClose={onClose}
        />
      )}
      <ConfirmDialog
        open={dialog === "stop" && rollout !== null}
        onOpenChange={onClose}
        title="End the rollout?"
        description={`New sessions will use revision ${applied}. Sessions that started with revision ${rollout?.revision ?? ""} keep using it.`}
        confirmLabel="End rollout"
        destructive={false}
        pending={stop.pending}
        onConfirm={() => void closeAfter(stop.run())}
      />
    </>
  );
}
