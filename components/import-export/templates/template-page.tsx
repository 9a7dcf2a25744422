"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { usePlan } from "@/hooks/account/use-plan";
import { useStepHeading } from "@/hooks/page/use-step-heading";
import type { TemplateId } from "@/lib/constants/templates";
import { Permission } from "@/lib/permissions/bits";
import { ImportDone } from "../import-done";
import { PreviewStep } from "../preview-step";
import { useImport } from "../use-import";
import { useTemplate } from "./use-template";

interface TemplatePageProps {
  id: TemplateId;
  name: string;
  description: string;
  /** Whether it has function tools, which not every plan includes. */
  functionTools: boolean;
  /** Its details. */
  children: ReactNode;
}

/** A template, which can be added to the team with one click, or after a review. */
export function TemplatePage({ id, name, description, functionTools, children }: TemplatePageProps) {
  const slug = useTeamSlug();
  const { why } = usePermission();
  const plan = usePlan();
  const state = useImport(slug);
  const { use, review, pending } = useTemplate(slug, id, state);
  const { preview, done, refusals } = state;
  const headingRef = useStepHeading(state.step);
  const missingPermission = why(Permission.CREATE_APP);
  const isShown = !preview && !done;
  return (
    <div className="mx-auto grid max-w-list grid-cols-1">
      <PageHeader
        title={done ? "App imported" : name}
        headingRef={headingRef}
        description={isShown && description}
        back={{ href: `/${slug}/app/templates`, label: "Templates" }}
        actions={
          isShown && (
            <>
              <DisabledTooltip disabledReason={missingPermission}>
                <Button variant="outline" loading={pending === "review"} onClick={() => void review()}>
                  Review first
                </Button>
              </DisabledTooltip>
              <DisabledTooltip disabledReason={missingPermission}>
                <Button changes loading={pending === "use"} onClick={() => void use()}>
                  Use template
                </Button>
              </DisabledTooltip>
            </>
          )
        }
      />
      {refusals.length > 0 && (
        <Banner tone="danger" className="mb-4">
          {refusals.join(" ")}
        </Banner>
      )}
      {isShown && functionTools && plan && !plan.limits.functionTools && (
        <Banner tone="warning" className="mb-4">
          Your plan doesn't include function tools.
        </Banner>
      )}
      {done ? (
        <ImportDone slug={slug} appId={done.appId} todo={done.todo} />
      ) : preview ? (
        <PreviewStep preview={preview} state={state} back="Back to the template" />
      ) : (
        children
      )}
    </div>
  );
}
