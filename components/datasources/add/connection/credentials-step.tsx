"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { atLimit, LimitNote } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { Permission } from "@/lib/permissions/bits";
import { isObject } from "@/lib/utils/json/is-object";
import { type FormSchema, omitEmpty } from "@/lib/utils/json/json-form";
import { stepHash } from "@/lib/utils/paths/step-hash";
import { useConnectResult } from "../../connect/use-connect-result";
import { SchemaFields } from "../../schema-form/schema-fields";
import type { DatasourceForm } from "../../setup/form";

interface CredentialsStepProps {
  slug: string;
  form: DatasourceForm;
  source: string;
  title: string;
  schema: FormSchema;
  draft: Datasource | undefined;
  onStep(step: number): void;
}

/** A connection's name and the settings of its source. Continuing checks both. */
export function CredentialsStep({ slug, form, source, title, schema, draft, onStep }: CredentialsStepProps) {
  const { why } = usePermission();
  const queries = useQueryClient();
  useConnectResult(form);
  const [failure, setFailure] = useState<string>();
  const test = useAction(datasources.test, {
    form,
    onError: (error) => {
      if (atLimit(error)) return true;
      if (error.issues.length > 0) return undefined;
      setFailure(error.message);
      return true;
    },
    onSuccess: async ({ datasourceId }) => {
      await queries.invalidateQueries({ queryKey: ["datasources", datasources.get.name] });
      const search = `?source=${source}&draft=${datasourceId}`;
      window.history.replaceState(null, "", `${search}${window.location.hash}`);
      // Draft and step change in one history entry.
      window.history.pushState(null, "", `${search}${stepHash(2)}`);
    },
  });
  const check = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    form.clearErrors("config");
    if (!(await form.trigger(["name", "description"], { shouldFocus: true }))) return;
    const { name, description, config } = form.getValues();
    const filledConfig = omitEmpty(config);
    await test.run({
      params: { resourceSlug: slug },
      body: {
        connectorId: source,
        name,
        description,
        config: isObject(filledConfig) ? filledConfig : {},
        ...(draft && { datasourceId: draft._id }),
      },
    });
  };
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={(event) => void check(event)} noValidate>
      <FormSection title="Data source">
        <FormField control={form.control} name="name" label="Name" required>
          {(field) => <Input {...field} autoFocus autoComplete="off" maxLength={100} />}
        </FormField>
        <FormField
          control={form.control}
          name="description"
          label="Description"
          help="Describe the content. The search tool gets this description, which tells agents when to use it."
        >
          {(field) => <Textarea {...field} rows={2} />}
        </FormField>
      </FormSection>
      <FormSection title={title} description="Stored encrypted. Secrets are never shown again.">
        <SchemaFields form={form} schema={schema} at="config" />
        {failure && <Banner tone="danger">{failure}</Banner>}
        <LimitNote error={test.error} />
        <FormActions>
          <Button variant="outline" onClick={() => onStep(0)}>
            Back
          </Button>
          <DisabledTooltip disabledReason={why(Permission.CREATE_DATASOURCE)}>
            <Button type="submit" loading={test.pending}>
              Test and continue
            </Button>
          </DisabledTooltip>
        </FormActions>
      </FormSection>
    </form>
  );
}
