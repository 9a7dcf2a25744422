"use client";

import Link from "next/link";
import { useState } from "react";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { PageHeader } from "@/components/shared/page/page-header";
import { WizardSteps } from "@/components/shared/page/wizard-steps";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { useTeamSlug } from "@/context/account";
import { useEmbeddedSession } from "@/context/embedded-session";
import { useWizardStep } from "@/context/wizard-step";
import { usePermission } from "@/hooks/account/use-permission";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { useStepHash } from "@/hooks/page/use-step-hash";
import { Permission } from "@/lib/permissions/bits";
import { DetailFields, SharingFields } from "../form/app-fields";
import { appDefaults } from "../form/app-form";
import { LinkField, LinksButton } from "../form/link-field";
import { ProcessFields } from "../form/process-fields";
import { useTaskOrder } from "../form/use-task-order";
import { detailNames, details, findReachableStep, labels, sharing, trial } from "./steps";
import { useAppDraft } from "./use-app-draft";
import { useCreateApp } from "./use-create-app";

/** Creates an app in four steps, the last of which is a test session. Reopening the wizard starts empty. */
export function AppWizard() {
  return <Wizard key={useWizardStep().entry} />;
}

function Wizard() {
  const renderSession = useEmbeddedSession();
  const slug = useTeamSlug();
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/apps/schemas")).appForm, {
    defaultValues: appDefaults(),
  });
  const { isDirty } = form.formState;
  const type = form.watch("type");
  const { created, restored, onCreated } = useAppDraft(slug, form);
  const { save, startTest, pending } = useCreateApp({ slug, form, created, onCreated });
  // Until the draft is restored, all steps count as reachable.
  const reachable = restored ? findReachableStep(form.getValues(), created !== null) : trial;
  const { step: shown, goTo, next, back } = useStepHash(reachable);
  const [links, setLinks] = useState(false);
  useUnsavedGuard(isDirty);

  const order = useTaskOrder(slug, type === "process" ? form.watch("taskIds") : []);
  const continueIfOrdered = () => {
    if (order.lateContext.size === 0) return next();
    form.setError(
      "taskIds",
      { type: "order", message: "Put each task after the tasks it depends on." },
      { shouldFocus: true },
    );
  };
  // Submit rather than validate, so that errors disappear as the fields are corrected.
  const continueToSharing = form.handleSubmit(continueIfOrdered, (errors) => {
    if (!detailNames.some((name) => name in errors)) continueIfOrdered();
  });
  const showDetailErrors = () => {
    if (detailNames.some((name) => form.getFieldState(name).invalid)) goTo(details);
  };
  const create = form.handleSubmit(async (body) => {
    if (await save(body)) goTo(trial);
    else showDetailErrors();
  }, showDetailErrors);

  const backButton = (
    <Button variant="outline" onClick={back}>
      Back
    </Button>
  );
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New app" back={{ href: `/${slug}/apps`, label: "Apps" }} />
      <WizardSteps labels={labels} current={shown} reachable={created ? trial : shown} onGo={goTo} />
      {shown === 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <FormSection title="Choose an app type">
            <RadioGroup
              aria-label="Type"
              value={type}
              disabled={created !== null}
              onChange={(kind) => form.setValue("type", kind === "process" ? "process" : "chat", { shouldDirty: true })}
            >
              <RadioItem card autoFocus value="chat" label="Chat" help="A session with one agent." />
              <RadioItem
                card
                value="process"
                label="Process"
                help="A multi-step workflow: agents complete tasks in sequence or in parallel."
              />
            </RadioGroup>
            {why(Permission.CREATE_APP) && <p className="text-muted text-secondary">{why(Permission.CREATE_APP)}</p>}
            <FormActions>
              <DisabledTooltip disabledReason={why(Permission.CREATE_APP)}>
                <Button type="submit">Continue</Button>
              </DisabledTooltip>
            </FormActions>
          </FormSection>
        </form>
      )}
      {shown === details && (
        <form onSubmit={continueToSharing} noValidate>
          <FormSection title="Details">
            <DetailFields form={form} slug={slug} />
            {type === "process" && <ProcessFields form={form} slug={slug} />}
            <FormActions>
              {backButton}
              <Button type="submit">Continue</Button>
            </FormActions>
          </FormSection>
        </form>
      )}
      {shown === sharing && (
        <form onSubmit={create} noValidate>
          <FormSection title="Access">
            <SharingFields form={form}>
              {created ? <LinksButton onClick={() => setLinks(true)} /> : <LinkField form={form} slug={slug} />}
            </SharingFields>
            <FormActions>
              {backButton}
              <DisabledTooltip disabledReason={why(created ? Permission.EDIT_APP : Permission.CREATE_APP)}>
                <Button type="submit" loading={pending}>
                  {!created ? "Create app" : isDirty ? "Save and test again" : "Continue"}
                </Button>
              </DisabledTooltip>
            </FormActions>
          </FormSection>
        </form>
      )}
      {shown === trial && created && (
        <FormSection title="Try it" description="The app is saved. Test sessions don't appear in the session history.">
          {created.sessionId ? (
            <div className="h-[max(32rem,60dvh)] overflow-hidden rounded-card border">
              {renderSession(slug, created.sessionId)}
            </div>
          ) : (
            <p className="text-muted">Couldn't start the test. The app is saved.</p>
          )}
          <FormActions>
            {backButton}
            <Button variant="outline" changes loading={pending} onClick={() => void startTest(created.appId)}>
              New test
            </Button>
            <Button asChild>
              <Link href={`/${slug}/app/${created.appId}`}>Open app</Link>
            </Button>
          </FormActions>
        </FormSection>
      )}
      {created && (
        <ShareLinksDialog
          slug={slug}
          app={{ _id: created.appId, name: form.getValues("name"), mode: form.getValues("sharingMode") }}
          open={links}
          onOpenChange={setLinks}
        />
      )}
    </div>
  );
}
