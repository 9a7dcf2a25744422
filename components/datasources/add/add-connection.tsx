"use client";

import { useSearchParams } from "next/navigation";
import { PageHeader } from "@/components/shared/page-header";
import { WizardSteps } from "@/components/shared/wizard-steps";
import { useTeamSlug } from "@/context/account";
import { useStepHash } from "@/hooks/use-step-hash";
import { fileSource } from "../words";
import { ConnectionWizard, connectionSteps } from "./connection-wizard";
import { SourceChoice } from "./source-choice";
import { UploadWizard, uploadSteps } from "./upload-wizard";

const stepsMost = Math.max(uploadSteps.length, connectionSteps.length);

/** Makes a connection: first its source, then what that source needs. */
export function AddConnection() {
  const slug = useTeamSlug();
  const search = useSearchParams();
  const source = search.get("source");
  const { step: asked, goTo } = useStepHash(stepsMost);
  const labels = source === fileSource || source === null ? uploadSteps : connectionSteps;
  const step = source === null ? 0 : Math.min(asked, labels.length - 1);
  const choose = (next: string) => {
    // The source belongs to the address, so that Back and a reload lead to the same wizard.
    if (next !== source) window.history.replaceState(null, "", `?source=${next}${window.location.hash}`);
    goTo(1);
  };
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New connection" back={{ href: `/${slug}/connections`, label: "Connections" }} />
      <WizardSteps labels={labels} current={step} reachable={step} onGo={goTo} />
      {step === 0 && <SourceChoice slug={slug} chosen={source} onChoose={choose} />}
      {source === fileSource && (
        <div hidden={step === 0}>
          <UploadWizard slug={slug} step={step} onStep={goTo} />
        </div>
      )}
      {source !== null && source !== fileSource && (
        <div key={source} hidden={step === 0}>
          <ConnectionWizard slug={slug} source={source} draftId={search.get("draft")} step={step} onStep={goTo} />
        </div>
      )}
    </div>
  );
}
