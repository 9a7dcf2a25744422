"use client";

import Link from "next/link";
import { useState } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useStepHeading } from "@/hooks/page/use-step-heading";
import { Permission } from "@/lib/permissions/bits";
import { FileStep } from "./file-step";
import { ImportDone } from "./import-done";
import { PreviewStep } from "./preview-step";
import { useImport } from "./use-import";

/** Imports an app in three steps: choose a file, preview the changes, list the remaining manual steps. */
export function ImportPage() {
  const slug = useTeamSlug();
  const { why } = usePermission();
  const state = useImport(slug);
  /** Kept for those who go back to the first step. */
  const [text, setText] = useState("");
  const { preview, done } = state;
  const title = done ? "App imported" : preview ? `Import ${preview.app}` : "Import an app";
  const headingRef = useStepHeading(state.step);
  const refused = why(Permission.CREATE_APP);
  return (
    <div className="mx-auto grid max-w-list grid-cols-1">
      <PageHeader
        title={title}
        headingRef={headingRef}
        back={{ href: `/${slug}/apps`, label: "Apps" }}
        actions={
          !preview &&
          !done && (
            <Button variant="outline" asChild>
              <Link href={`/${slug}/app/templates`}>Browse templates</Link>
            </Button>
          )
        }
      />
      {refused ? (
        <Banner tone="warning">{refused}</Banner>
      ) : done ? (
        <ImportDone slug={slug} appId={done.appId} todo={done.todo} />
      ) : preview ? (
        <PreviewStep preview={preview} state={state} />
      ) : (
        <FileStep
          text={text}
          onText={setText}
          refusals={state.refusals}
          pending={state.previewing}
          onOpen={(input) => void state.open(input)}
          onRefuse={state.refuse}
        />
      )}
    </div>
  );
}
