"use client";

import { useState } from "react";
import { Banner } from "@/components/shared/banner";
import { WizardSteps } from "@/components/shared/wizard-steps";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { errorMessage } from "@/lib/api/api-error";
import { airbyte } from "@/lib/contract/calls/airbyte";
import { connect } from "@/lib/contract/calls/connect";
import { datasources } from "@/lib/contract/calls/datasources";
import type { Datasource } from "@/lib/contract/datasources";
import { isObject } from "@/lib/utils/is-object";
import { defaultsOf, type FormSchema, hasSignIn, withSignIn } from "@/lib/utils/json-form";
import { useDatasourceForm } from "../setup/form";
import { sourceLook } from "../words";
import { CredentialsStep } from "./credentials-step";
import { EmbeddingStep } from "./embedding-step";
import { ScheduleStep } from "./schedule-step";
import { connectionSteps } from "./steps";
import { StreamsStep } from "./streams-step";
import { useMissingStep } from "./use-missing-step";

const [credentials, streams, embedding, schedule] = [1, 2, 3, 4];

interface ConnectionWizardProps {
  slug: string;
  source: string;
  /** One whose connection was checked already. */
  draftId: string | null;
  /** From 1: the source is chosen. */
  step: number;
  onStep(step: number): void;
}

/** Makes a connection that is kept in step with its source. */
export function ConnectionWizard(props: ConnectionWizardProps) {
  const { slug, source, draftId } = props;
  const params = { resourceSlug: slug };
  const offers = useEndpoint(airbyte.connectors, { params });
  const specification = useEndpoint(airbyte.specification, { params, query: { sourceDefinitionId: source } });
  const draft = useEndpoint(datasources.get, {
    params: { ...params, datasourceId: draftId ?? "" },
    enabled: draftId !== null,
  });
  const given = specification.data?.schema as FormSchema | undefined;
  const services = useEndpoint(connect.services, { params, enabled: given !== undefined && hasSignIn(given) });
  const error = specification.error ?? (draftId ? draft.error : null);
  if (error) return <Banner tone="danger">{errorMessage(error)}</Banner>;
  if (!given || services.isLoading || (draftId !== null && !draft.data))
    return <Skeleton className="h-64 rounded-card" />;
  const ready = new Set<string>(services.data?.services.flatMap((one) => (one.ready ? one.service : [])));
  const name = offers.data?.connectors.find(({ sourceDefinitionId }) => sourceDefinitionId === source)?.name;
  return (
    <Wizard
      {...props}
      key={source}
      title={name ?? sourceLook(source).label}
      schema={withSignIn(given, (name) => ready.has(name))}
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
  const preset = defaultsOf(schema);
  const [opened] = useState(draft);
  const form = useDatasourceForm(opened, {
    name: opened?.name ?? title,
    config: { ...(isObject(preset) ? preset : {}), ...opened?.config },
  });
  const [added, setAdded] = useState(false);
  useUnsavedGuard(form.formState.isDirty && !added);
  const found = draft?.discoveredSchema ?? [];
  // What a reload has taken away is asked for again.
  const unchosen = form.watch("streamConfig")?.length === 0;
  const missing = !draft ? credentials : unchosen ? streams : schedule;
  useMissingStep(step, missing);
  const shown = Math.min(Math.max(step, credentials), missing);
  const parts = { slug, form, onStep };
  return (
    <>
      <WizardSteps labels={connectionSteps} current={shown} reachable={shown} onGo={onStep} />
      {shown === credentials && (
        <CredentialsStep {...parts} source={source} title={title} schema={schema} draft={draft} />
      )}
      {shown === streams && <StreamsStep {...parts} streams={found} />}
      {shown === embedding && <EmbeddingStep {...parts} draft={draft} />}
      {shown === schedule && draft && <ScheduleStep {...parts} draftId={draft._id} onAdded={() => setAdded(true)} />}
    </>
  );
}
