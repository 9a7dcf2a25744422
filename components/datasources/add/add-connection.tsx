"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { Banner } from "@/components/shared/banner";
import { Lazy } from "@/components/shared/lazy";
import { lazyPart } from "@/components/shared/lazy-part";
import { PageHeader } from "@/components/shared/page-header";
import { WizardSteps } from "@/components/shared/wizard-steps";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/use-permission";
import { useStepHash } from "@/hooks/use-step-hash";
import { Permission } from "@/lib/permissions/bits";
import { stepHash } from "@/lib/utils/step-hash";
import { fileSource } from "../words";
import { SourceChoice } from "./source-choice";
import { connectionSteps, uploadSteps } from "./steps";

const UploadWizard = lazyPart(async () => (await import("./upload-wizard")).UploadWizard);
const ConnectionWizard = lazyPart(async () => (await import("./connection-wizard")).ConnectionWizard);

/** Makes a connection: first its source, then what that source needs. */
export function AddConnection() {
  const slug = useTeamSlug();
  const search = useSearchParams();
  // Said before anybody fills in a form, not at its end.
  const why = usePermission().why(Permission.CREATE_DATASOURCE);
  const source = search.get("source");
  const labels = source === fileSource || source === null ? uploadSteps : connectionSteps;
  const { step, goTo } = useStepHash(source === null ? 0 : labels.length - 1);
  const choose = (next: string) => {
    if (next === source) return goTo(1);
    // The source belongs to the address, so that Back and a reload lead to the same wizard.
    window.history.replaceState(null, "", `?source=${next}${window.location.hash}`);
    // The source and the step that needs it come with the same change of the address.
    window.history.pushState(null, "", `?source=${next}${stepHash(1)}`);
  };
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  // A long step may have been scrolled, and what had the focus is gone with it.
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    top.current?.scrollIntoView({ block: "start" });
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={top} tabIndex={-1} className="mx-auto max-w-form outline-none">
      <PageHeader title="New connection" back={{ href: `/${slug}/connections`, label: "Connections" }} />
      {why && (
        <div className="mb-4">
          <Banner tone="warning">{why}</Banner>
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
