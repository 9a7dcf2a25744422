"use client";

import { useState } from "react";
import { WizardSteps } from "@/components/shared/page/wizard-steps";
import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { errorMessage } from "@/lib/api/api-error";
import { airbyte } from "@/lib/contract/airbyte/calls";
import { connect } from "@/lib/contract/connect/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { isObject } from "@/lib/utils/json/is-object";
import { buildDefaults, type FormSchema, hasSignIn, preferSignIn } from "@/lib/utils/json/json-form";
import { sourceLabel } from "../../labels";
import { useDatasourceForm } from "../../setup/form";
import { EmbeddingStep } from "../embedding-step";
import { connectionSteps } from "../steps";
import { useMissingStep } from "../use-missing-step";
import { CredentialsStep } from "./credentials-step";
import { ScheduleStep } from "./schedule-step";
import { StreamsStep } from "./streams-step";

const [credentials, streams, embedding, schedule] = [1, 2, 3, 4];

interface ConnectionWizardProps {
  slug: string;
  source: string;
  /** The id of a draft whose connection has been checked. */
  draftId: string | null;
  /** At least 1: step 0 chooses the source. */
  step: number;
  onStep(step: number): void;
}

/** Creates a connection that is synced with its source. */
export function ConnectionWizard(props: ConnectionWizardProps) {
  const { slug, source, draftId } = props;
  const params = { resourceSlug: slug };
  const offers = useEndpoint(airbyte.connectors, { params });
  const specification = useEndpoint(airbyte.specification, { params, query: { sourceDefinitionId: source } });
  const draft = useEndpoint(datasources.get, {
    params: { ...params, datasourceId: draftId ?? "" },
    enabled: draftId !== null,
  });
  const loadedSchema = specification.data?.schema as FormSchema | undefined;
  const services = useEndpoint(connect.services, {
    params,
    enabled: loadedSchema !== undefined && hasSignIn(loadedSchema),
  });
  const error = specification.error ?? (draftId ? draft.error : null);
  if (error) return <Banner tone="danger">{errorMessage(error)}</Banner>;
  if (!loadedSchema || services.isLoading || (draftId !== null && !draft.data))
    return <Skeleton className="h-64 rounded-card" />;
  const ready = new Set<string>(services.data?.services.flatMap((one) => (one.ready ? one.service : [])));
  const name = offers.data?.connectors.find(({ sourceDefinitionId }) => sourceDefinitionId === source)?.name;
  return (
    <Wizard
      {...props}
      key={source}
      title={name ?? sourceLabel(source)}
      schema={preferSignIn(loadedSchema, (name) => ready.has(name))}
      draft={draft.data?.datasource}
    />
  );
}

interface WizardProps extends ConnectionWizardProps {
  title: string;
  schema: FormSchema;
  draft: Datasource | undefined;
}

function Wizard({ slug, source, step, onStep, title, schema, draft }: WizardProps) {
  const preset = buildDefaults(schema);
  const [opened] = useState(draft);
  const form = useDatasourceForm(opened, {
    name: opened?.name ?? title,
    config: { ...(isObject(preset) ? preset : {}), ...opened?.config },
  });
  const [added, setAdded] = useState(false);
  useUnsavedGuard(form.formState.isDirty && !added);
  const discovered = draft?.discoveredSchema ?? [];
  // Values lost in a reload have to be entered again.
  const hasNoStream = form.watch("streamConfig")?.length === 0;
  const missing = !draft ? credentials : hasNoStream ? streams : schedule;
  useMissingStep(step, missing);
  const current = Math.min(Math.max(step, credentials), missing);
  const parts = { slug, form, onStep };
  return (
    <>
      <WizardSteps labels={connectionSteps} current={current} reachable={current} onGo={onStep} />
      {current === credentials && (
        <CredentialsStep {...parts} source={source} title={title} schema={schema} draft={draft} />
      )}
      {current === streams && <StreamsStep {...parts} streams={discovered} />}
      {current === embedding && <EmbeddingStep {...parts} draft={draft} />}
      {current === schedule && draft && <ScheduleStep {...parts} draftId={draft._id} onAdded={() => setAdded(true)} />}
    </>
  );
}
