"use client";

import { Check, CircleStop, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { FormActions } from "@/components/shared/form-section";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { trials } from "@/lib/contract/calls/trials";
import type { Datasource } from "@/lib/contract/datasources";
import type { Trial } from "@/lib/contract/trials";
import { Permission } from "@/lib/permissions/bits";
import { chunkingWords, goesOn } from "./trial-words";

interface TrialActionsProps {
  slug: string;
  datasource: Datasource;
  trial: Trial;
}

/** Stops a trial, goes on with it, or ends it one way or the other. */
export function TrialActions({ slug, datasource, trial: { status, chunking } }: TrialActionsProps) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const why = usePermission().why(Permission.EDIT_DATASOURCE);
  const [asked, setAsked] = useState(false);
  const stop = useAction(trials.stop, { success: "It stops after the step at hand." });
  const resume = useAction(trials.resume, { success: "The trial goes on." });
  const discard = useAction(trials.discard, { success: "The trial is discarded.", invalidate: ["plans"] });
  const use = useAction(trials.use, {
    success: "The documents are cut this way from now on.",
    invalidate: ["datasources", "documents", "airbyte", "plans"],
  });
  return (
    <FormActions>
      {goesOn(status) && (
        <Explained why={why}>
          <Button variant="outline" loading={stop.pending} onClick={() => void stop.run({ params })}>
            <CircleStop aria-hidden /> Stop
          </Button>
        </Explained>
      )}
      <Explained why={why}>
        <Button variant="outline" loading={discard.pending} onClick={() => void discard.run({ params })}>
          <Trash2 aria-hidden /> Discard
        </Button>
      </Explained>
      {(status === "stopped" || status === "failed") && (
        <Explained why={why}>
          <Button loading={resume.pending} onClick={() => void resume.run({ params })}>
            <Play aria-hidden /> Go on
          </Button>
        </Explained>
      )}
      {status === "ready" && (
        <Explained why={why}>
          <Button loading={use.pending} onClick={() => setAsked(true)}>
            <Check aria-hidden /> Use this chunking
          </Button>
        </Explained>
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Use this chunking?"
        description={`${chunkingWords(chunking)}. Agents find the new chunks from the moment that each document is stored. The present chunks are deleted.`}
        confirmLabel="Use it"
        destructive={false}
        pending={use.pending}
        onConfirm={() => void use.run({ params }).then(() => setAsked(false))}
      />
    </FormActions>
  );
}
