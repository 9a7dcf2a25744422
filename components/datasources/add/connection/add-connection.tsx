"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { PageHeader } from "@/components/shared/page/page-header";
import { WizardSteps } from "@/components/shared/page/wizard-steps";
import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useStepHash } from "@/hooks/page/use-step-hash";
import { Permission } from "@/lib/permissions/bits";
import { stepHash } from "@/lib/utils/paths/step-hash";
import { fileSource } from "../../labels";
import { SourceChoice } from "../source-choice";
import { connectionSteps, uploadSteps } from "../steps";

const UploadWizard = lazyPart(async () => (await import("../upload/upload-wizard")).UploadWizard);
const ConnectionWizard = lazyPart(async () => (await import("./connection-wizard")).ConnectionWizard);

/** Creates a connection: choose a source, then fill in what the source needs. */
export function AddConnection() {
  const slug = useTeamSlug();
  const search = useSearchParams();
  // Shown before the form rather than after it.
  const disabledReason = usePermission().why(Permission.CREATE_DATASOURCE);
  const source = search.get("source");
  const labels = source === fileSource || source === null ? uploadSteps : connectionSteps;
  const { step, goTo } = useStepHash(source === null ? 0 : labels.length - 1);
  const choose = (next: string) => {
    if (next === source) return goTo(1);
    // The source is in the URL, so that Back and a reload open the same wizard.
    window.history.replaceState(null, "", `?source=${next}${window.location.hash}`);
    // Source and step change in one history entry.
    window.history.pushState(null, "", `?source=${next}${stepHash(1)}`);
  };
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // Resets scroll and focus: the focused element of the previous step is gone.
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    top.current?.scrollIntoView({ block: "start" });
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={top} tabIndex={-1} className="mx-auto max-w-form outline-none">
      <PageHeader title="New data source" back={{ href: `/${slug}/connections`, label: "Connections" }} />
      {disabledReason && (
        <div className="mb-4">
          <Banner tone="warning">{disabledReason}</Banner>
        </div>
      )}
      {step === 0 && (
        <>
          <WizardSteps labels={labels} current={0} reachable={0} onGo={goTo} />
          <SourceChoice slug={slug} chosen={source} onChoose={choose} />
        </>
      )}
      {source !== null && (
        <div key={source} hidden={step === 0}>
          <Lazy fallback={<Skeleton className="h-64 rounded-card" />}>
            {source === fileSource ? (
              <UploadWizard slug={slug} step={step} onStep={goTo} />
            ) : (
              <ConnectionWizard slug={slug} source={source} draftId={search.get("draft")} step={step} onStep={goTo} />
            )}
          </Lazy>
        </div>
      )}
    </div>
  );
}
