"use client";

import { UsersSection } from "@/components/shared/details/users-section";
import { FormField } from "@/components/shared/form/form-field";
import { FormFooter } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { CheckBanner } from "@/components/shared/status/connection-check";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { usePermission } from "@/hooks/account/use-permission";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { type AddedVectorDbType, addedVectorDbTypes, vectorDbKinds } from "@/lib/constants/vectordbs";
import type { VectorDb } from "@/lib/contract/vectordbs/schemas";
import { Permission } from "@/lib/permissions/bits";
import { ConnectionTest } from "./connection-test";
import { useVectorDbSave } from "./use-vectordb-save";

interface VectorDbFormProps {
  slug: string;
  /** The stored one, when one is edited. */
  vectorDb?: VectorDb & { type: AddedVectorDbType };
  /** Reloads the form with the stored values. */
  onReload?: () => void;
}

/** Adds or edits a vector database. */
export function VectorDbForm({ slug, vectorDb, onReload }: VectorDbFormProps) {
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/vectordbs/schemas")).vectorDbForm, {
    defaultValues: {
      name: vectorDb?.name ?? "",
      type: vectorDb?.type ?? "qdrant",
      url: vectorDb?.url ?? "",
      config: { api_key: vectorDb?.config.api_key ?? "" },
    },
  });
  const { save, result, setResult, pending, done, error } = useVectorDbSave(slug, form, vectorDb);
  useUnsavedGuard(form.formState.isDirty && !done);
  const type = form.watch("type");
  const { title, note, urlHint, urlExample, keyHint, keyRequired } = vectorDbKinds[type];
  const stored = vectorDb?.config.api_key !== undefined;
  return (
    <form className="grid gap-4" onSubmit={save(false)} noValidate>
      <FormSection title="Type" description={note}>
        {vectorDb ? (
          <p>
            {title} <span className="text-muted">· can't be changed. To use another type, create a new vector DB.</span>
          </p>
        ) : (
          <RadioGroup
            aria-label="Type"
            className="grid-cols-2"
            value={type}
            onChange={(next) => {
              setResult(undefined);
              const chosen = addedVectorDbTypes.find((id) => id === next);
              if (chosen) form.setValue("type", chosen, { shouldDirty: true });
            }}
          >
            {addedVectorDbTypes.map((id) => (
              <RadioItem key={id} card value={id} label={vectorDbKinds[id].title} />
            ))}
          </RadioGroup>
        )}
      </FormSection>
      <FormSection title="Connection" description="The key is encrypted and never shown again.">
        <FormField control={form.control} name="name" label="Name" required help="Shown to your team.">
          {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField control={form.control} name="url" label="URL" required help={urlHint}>
          {(field) => (
            <Input {...field} inputMode="url" autoComplete="off" spellCheck={false} placeholder={urlExample} />
          )}
        </FormField>
        <FormField
          control={form.control}
          name="config.api_key"
          label="API key"
          required={keyRequired}
          help={`${keyHint}${stored ? " Leave unchanged to keep the stored key." : ""}`}
        >
          {({ value, ...field }) => (
            <Input
              {...field}
              value={value ?? ""}
              type="password"
              autoComplete="off"
              spellCheck={false}
              // Selects the whole mask, so that typing replaces it.
              onFocus={({ target }) => target.select()}
            />
          )}
        </FormField>
      </FormSection>
      {vectorDb && <UsersSection slug={slug} users={vectorDb.usedIn} usedBy={vectorDb.usedBy} />}
      <FormFooter
        cancel={`/${slug}/vectordbs`}
        submit={vectorDb ? "Save" : "Create vector DB"}
        pending={pending || done}
        disabledReason={why(vectorDb ? Permission.EDIT_VECTOR_DB : Permission.CREATE_VECTOR_DB)}
        error={error}
        onReload={onReload}
        notice={result && <CheckBanner result={result} onForce={result.forceable && (() => void save(true)())} />}
      >
        <ConnectionTest slug={slug} form={form} vectorDbId={vectorDb?._id} onResult={setResult} />
      </FormFooter>
    </form>
  );
}
