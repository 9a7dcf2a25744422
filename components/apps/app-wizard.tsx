"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { FormActions, FormSection } from "@/components/shared/form-section";
import { PageHeader } from "@/components/shared/page-header";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { WizardSteps } from "@/components/shared/wizard-steps";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { useTeamSlug } from "@/context/account";
import { useWizardStep } from "@/context/wizard-step";
import { useContractForm } from "@/hooks/use-contract-form";
import { usePermission } from "@/hooks/use-permission";
import { useStepHash } from "@/hooks/use-step-hash";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { Permission } from "@/lib/permissions/bits";
import { DetailFields, SharingFields } from "./app-fields";
import { type AppValues, appDefaults } from "./app-form";
import { LinkField, LinksButton } from "./link-field";
import { ProcessFields } from "./process-fields";
import { useAppDraft } from "./use-app-draft";
import { useAppMaking } from "./use-app-making";
import { useTaskOrder } from "./use-task-order";

const labels = ["Kind", "Details", "Sharing", "Try it"];
const details = 1;
const sharing = 2;
const trial = 3;
const detailNames = [
  ...([
    "name",
    "description",
    "iconId",
    "agentId",
    "variableIds",
    "conversationStarters",
    "tags",
    "maxMessages",
  ] as const),
  ...(["taskIds", "process", "managerModelId", "agentIds", "fullOutput"] as const),
];

interface WizardProps {
  /** The live chat of a session; handed in by the page, which may use other resources' parts. */
  chat(slug: string, sessionId: string): ReactNode;
}

/** Makes an app in four steps and lets its maker try it. Entered again, it begins with nothing of the last one. */
export function AppWizard(props: WizardProps) {
  return <Wizard key={useWizardStep().entry} {...props} />;
}

/** The last step that what is filled in leads to; each later one needs the one before it. */
function reachableStep({ name, type, agentId, taskIds }: AppValues, made: boolean): number {
  if (made) return trial;
  const filled = name.trim() !== "" && (type === "process" ? (taskIds ?? []).length > 0 : Boolean(agentId));
  return filled ? sharing : details;
}

function Wizard({ chat }: WizardProps) {
  const slug = useTeamSlug();
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/apps")).appForm, {
    defaultValues: appDefaults(),
  });
  const { isDirty } = form.formState;
  const type = form.watch("type");
  const { made, restored, keep } = useAppDraft(slug, form);
  const { make, tryOut, pending } = useAppMaking({ slug, form, made, keep });
  // Until the draft is in the form nothing is known to lack.
  const reachable = restored ? reachableStep(form.getValues(), made !== null) : trial;
  const { step: shown, goTo, next, back } = useStepHash(reachable);
  const [links, setLinks] = useState(false);
  useUnsavedGuard(isDirty);

  const order = useTaskOrder(slug, type === "process" ? form.watch("taskIds") : []);
  const goOn = () => {
    if (order.late.size === 0) return next();
    form.setError(
      "taskIds",
      { type: "order", message: "Put each task after those that it waits for." },
      { shouldFocus: true },
    );
  };
  // Submitted rather than only checked, so that an error goes away with what caused it.
  const toSharing = form.handleSubmit(goOn, (errors) => {
    if (!detailNames.some((name) => name in errors)) goOn();
  });
  const showDetailErrors = () => {
    if (detailNames.some((name) => form.getFieldState(name).invalid)) goTo(details);
  };
  const create = form.handleSubmit(async (body) => {
    if (await make(body)) goTo(trial);
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
      <WizardSteps labels={labels} current={shown} reachable={made ? trial : shown} onGo={goTo} />
      {shown === 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <FormSection title="What kind of app is it?">
            <RadioGroup
              aria-label="Kind"
              value={type}
              disabled={made !== null}
              onChange={(kind) => form.setValue("type", kind === "process" ? "process" : "chat", { shouldDirty: true })}
            >
              <RadioItem
                card
                autoFocus
                value="chat"
                label="Chat"
                help="A conversation with one agent, streamed as it is written and kept."
              />
              <RadioItem
                card
                value="process"
                label="Process"
                help="Tasks that agents do, one after another or at once, from a start to a result."
              />
            </RadioGroup>
            {why(Permission.CREATE_APP) && <p className="text-muted text-secondary">{why(Permission.CREATE_APP)}</p>}
            <FormActions>
              <Explained why={why(Permission.CREATE_APP)}>
                <Button type="submit">Continue</Button>
              </Explained>
            </FormActions>
          </FormSection>
        </form>
      )}
      {shown === details && (
        <form onSubmit={toSharing} noValidate>
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
          <FormSection title="Who may use it?">
            <SharingFields form={form}>
              {made ? <LinksButton onClick={() => setLinks(true)} /> : <LinkField form={form} slug={slug} />}
            </SharingFields>
            <FormActions>
              {backButton}
              <Explained why={why(made ? Permission.EDIT_APP : Permission.CREATE_APP)}>
                <Button type="submit" loading={pending}>
                  {!made ? "Create app" : isDirty ? "Save and try again" : "Continue"}
                </Button>
              </Explained>
            </FormActions>
          </FormSection>
        </form>
      )}
      {shown === trial && made && (
        <FormSection title="Try it" description="The app is saved. This test is not in the session history.">
          {made.sessionId ? (
            <div key={made.sessionId}>{chat(slug, made.sessionId)}</div>
          ) : (
            <p className="text-muted">The test could not be started. The app is there all the same.</p>
          )}
          <FormActions>
            {backButton}
            <Button variant="outline" changes loading={pending} onClick={() => void tryOut(made.appId)}>
              New test
            </Button>
            <Button asChild>
              <Link href={`/${slug}/app/${made.appId}`}>Open the app</Link>
            </Button>
          </FormActions>
        </FormSection>
      )}
      {made && (
        <ShareLinksDialog
          slug={slug}
          app={{ _id: made.appId, name: form.getValues("name"), mode: form.getValues("sharingMode") }}
          open={links}
          onOpenChange={setLinks}
        />
      )}
    </div>
  );
}
