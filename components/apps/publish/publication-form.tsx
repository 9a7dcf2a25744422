"use client";

import { FormProvider } from "react-hook-form";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { FormField } from "@/components/shared/form/form-field";
import { LinesInput } from "@/components/shared/form/lines-input";
import { MemberSelect } from "@/components/shared/pickers/member-select";
import { PinSelect } from "@/components/shared/revisions/pin-select";
import { Input } from "@/components/ui/input";
import { useAccount } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { App } from "@/lib/contract/apps/schemas";
import { publications } from "@/lib/contract/publications/calls";
import type { Publication } from "@/lib/contract/publications/schemas";
import { isAvailableWay } from "@/lib/contract/publications/ways";
import { Permission } from "@/lib/permissions/bits";
import { BudgetFields, LimitFields } from "./limit-fields";
import { toValues } from "./publication-values";
import { useRevisions } from "./use-revisions";
import { WayFields } from "./way-fields";

/** Shown once. */
export interface Created {
  name: string;
  key?: string | undefined;
  webhookSecret?: string | undefined;
}

interface FormProps {
  slug: string;
  app: App;
  /** Undefined: a new one. */
  publication?: Publication | undefined;
  onCancel(): void;
  onDone(created: Created): void;
}

/** A new publication of an app, or a stored one. */
export function PublicationForm({ slug, app, publication, onCancel, onDone }: FormProps) {
  const { account } = useAccount();
  const { has } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/publications/schemas")).publicationForm, {
    defaultValues: toValues(app, account?._id, publication),
  });
  const options = { form, success: publication ? "Publication saved." : undefined };
  const add = useAction(publications.add, options);
  const edit = useAction(publications.edit, options);
  const { control, formState } = form;
  useUnsavedGuard(formState.isDirty && !add.done && !edit.done);
  const params = { resourceSlug: slug };
  const submit = form.handleSubmit(async (body) => {
    if (!publication) {
      const created = await add.run({ params, body });
      if (created) onDone({ name: body.name, ...created });
      return;
    }
    const { appId: _, ...sent } = body;
    const saved = await edit.run({
      params: { ...params, publicationId: publication._id },
      body: { ...sent, version: publication.version },
    });
    if (saved) onDone({ name: body.name, ...saved });
  });
  const canChoose = has(Permission.TEAM_ADMIN) || has(Permission.TEAM_OWNER);
  const stored = publication?.principalName
    ? { value: publication.principalId, label: publication.principalName }
    : account && { value: account._id, label: account.name };
  return (
    <form className="grid grid-cols-1 gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <FormField control={control} name="name" label="Name" required help="Where it is used, e.g. “Support site”.">
        {(field) => <Input {...field} autoFocus maxLength={100} autoComplete="off" />}
      </FormField>
      <WayFields form={form} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField
          control={control}
          name="revision"
          label="Revision"
          help="A pinned revision stays in use when a newer one is applied."
        >
          {({ value, onChange }) => <RevisionPin slug={slug} app={app} value={value ?? "follow"} onChange={onChange} />}
        </FormField>
        <FormField
          control={control}
          name="principalId"
          label="Runs as"
          required
          help={
            canChoose
              ? "Runs use this member's permissions. If they leave the team, the publication is paused."
              : "Runs use your permissions. If you leave the team, the publication is paused. Team admins can choose someone else."
          }
        >
          {({ value, ref: _ref, ...field }) => (
            <MemberSelect {...field} slug={slug} value={value ?? ""} stored={stored} disabled={!canChoose} />
          )}
        </FormField>
      </div>
      {isAvailableWay("embed") && (
        <FormField
          control={control}
          name="origins"
          label="Allowed websites"
          help="One per line, such as https://example.com. Other websites can't embed the app or use its keys in a browser."
        >
          {({ value, ref: _ref, ...field }) => <LinesInput {...field} value={value ?? []} />}
        </FormField>
      )}
      <FormProvider {...form}>
        <BudgetFields />
        <LimitFields />
      </FormProvider>
      <DialogButtons
        submit={publication ? "Save" : "Publish"}
        pending={add.pending || edit.pending}
        onCancel={onCancel}
      />
    </form>
  );
}

interface PinProps {
  slug: string;
  app: App;
  value: "follow" | number;
  onChange(value: "follow" | number): void;
}

function RevisionPin({ slug, app, value, onChange }: PinProps) {
  const revisions = useRevisions(slug, app);
  return (
    <PinSelect
      name={app.name}
      isOpen
      size="default"
      revisions={revisions.map((one) => ({ ...one, value: `${one.number}` }))}
      pin={value === "follow" ? undefined : `${value}`}
      onPin={(pin) => onChange(pin ? Number(pin) : "follow")}
    />
  );
}
