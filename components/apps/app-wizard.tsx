"use client";

import { Check, MessagesSquare } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { FormActions, FormSection } from "@/components/shared/form-section";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useStepHash } from "@/hooks/use-step-hash";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { appForm, apps } from "@/lib/contract/apps";
import { sessions } from "@/lib/contract/sessions";
import { appDefaults, DetailFields, SharingFields } from "./app-fields";

const steps = ["Kind", "Details", "Sharing", "Try it"];

interface WizardProps {
  /** The live chat of a session; handed in by the page, which may use other resources' parts. */
  chat(slug: string, sessionId: string): ReactNode;
}

/** Makes a chat app in four steps and lets its maker talk to it at once. */
export function AppWizard({ chat }: WizardProps) {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const form = useContractForm(appForm, { defaultValues: appDefaults() });
  const [made, setMade] = useState<{ appId: string; sessionId: string }>();
  const { step, goTo, next, back } = useStepHash(steps.length);
  useUnsavedGuard(form.formState.isDirty && !made);
  const add = useAction(apps.add, { form, navigate: false });
  const test = useAction(sessions.add, { navigate: false });
  // The last step needs the app: an address that opens there begins at the details.
  const shown = step === 3 && !made ? 1 : step;

  const details = async () => {
    if (await form.trigger(["name", "description", "agentId", "conversationStarters", "tags", "maxMessages"])) next();
  };
  const create = form.handleSubmit(
    async (body) => {
      const app = await add.run({ params, body });
      if (!app) return goTo(1);
      const session = await test.run({ params, body: { id: app._id, test: true } });
      if (!session) return;
      setMade({ appId: app._id, sessionId: session._id });
      goTo(3);
    },
    () => goTo(1),
  );
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New app" back={{ href: `/${slug}/apps`, label: "Apps" }} />
      <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-1">
        {steps.map((label, i) => (
          <li
            key={label}
            aria-current={i === shown ? "step" : undefined}
            className={`flex items-center gap-2 text-secondary ${i === shown ? "font-medium" : "text-muted"}`}
          >
            <span
              className={`grid size-5 place-items-center rounded-full text-label ${i <= shown ? "bg-accent text-accent-contrast" : "bg-sunken"}`}
            >
              {i < shown ? <Check className="size-3" /> : i + 1}
            </span>
            {label}
          </li>
        ))}
      </ol>
      {shown === 0 && (
        <FormSection title="What kind of app is it?">
          <label className="flex items-start gap-3 rounded-control border border-accent bg-accent-tint p-3">
            <input type="radio" className="mt-1 accent-accent" checked readOnly />
            <MessagesSquare className="mt-0.5 size-5 text-accent" />
            <span>
              <span className="block font-medium">Chat</span>
              <span className="block text-muted text-secondary">
                A conversation with one agent, streamed as it is written and kept.
              </span>
            </span>
          </label>
          <FormActions>
            <Button onClick={next}>Continue</Button>
          </FormActions>
        </FormSection>
      )}
      {shown === 1 && (
        <FormSection title="Details">
          <DetailFields form={form} slug={slug} />
          <FormActions>
            <Button variant="outline" onClick={back}>
              Back
            </Button>
            <Button onClick={() => void details()}>Continue</Button>
          </FormActions>
        </FormSection>
      )}
      {shown === 2 && (
        <FormSection title="Who may use it?">
          <SharingFields form={form} />
          <FormActions>
            <Button variant="outline" onClick={back}>
              Back
            </Button>
            <Button loading={add.pending || test.pending} onClick={() => void create()}>
              Create app
            </Button>
          </FormActions>
        </FormSection>
      )}
      {shown === 3 && made && (
        <FormSection title="Try it" description="The app is saved. This test is not in the session history.">
          {chat(slug, made.sessionId)}
          <FormActions>
            <Button asChild>
              <Link href={`/${slug}/app/${made.appId}`}>Open the app</Link>
            </Button>
          </FormActions>
        </FormSection>
      )}
    </div>
  );
}
