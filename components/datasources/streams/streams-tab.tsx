"use client";

import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { ScheduleFields } from "@/components/shared/schedule/schedule-fields";
import { Banner } from "@/components/shared/status/banner";
import { atLimit, LimitNote } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { airbyte } from "@/lib/contract/airbyte/calls";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { DiscoveredStream, Schedule, StreamConfig } from "@/lib/contract/datasources/settings";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { StreamPicker } from "./stream-picker";

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The streams of a connection and its sync schedule. */
export function StreamsTab({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const params = { resourceSlug: slug };
  const { why } = usePermission();
  const schema = useEndpoint(airbyte.schema, { params, query: { datasourceId: datasource._id } });
  const discovery = useAction(datasources.discover, { invalidate: ["airbyte"], quiet: true });
  const rediscover = () => void discovery.run({ params: { ...params, datasourceId: datasource._id } });
  return (
    <div className="grid w-full max-w-form grid-cols-1 gap-4">
      <FormSection title="Streams" description="Choose what to sync. Documents from streams you deselect are deleted.">
        <div className="flex flex-wrap items-center gap-3">
          <DisabledTooltip disabledReason={why(Permission.EDIT_DATASOURCE)}>
            <Button variant="outline" size="sm" loading={discovery.pending} onClick={rediscover}>
              <RefreshCw aria-hidden /> Refresh streams
            </Button>
          </DisabledTooltip>
          {discovery.done && (
            <span role="status" className="text-muted text-secondary">
              Streams refreshed.
            </span>
          )}
        </div>
        {discovery.failure && <Banner tone="danger">{discovery.failure}</Banner>}
        <StreamsForm
          slug={slug}
          datasource={datasource}
          streams={datasource.discoveredSchema ?? []}
          documents={schema.data?.documents}
        />
      </FormSection>
      <ScheduleForm key={JSON.stringify(datasource.schedule)} slug={slug} datasource={datasource} />
    </div>
  );
}

interface FormProps {
  slug: string;
  datasource: Datasource;
}

interface StreamsFormProps extends FormProps {
  streams: readonly DiscoveredStream[];
  /** Number of documents by stream; undefined while loading. */
  documents: Readonly<Record<string, number>> | undefined;
}

/** Drops fields that the source no longer has. */
function dropMissingFields(config: StreamConfig, { fields }: DiscoveredStream): StreamConfig {
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  return config.fields.every(has) ? config : { ...config, fields: config.fields.filter(has) };
}

function StreamsForm({ slug, datasource, streams, documents }: StreamsFormProps) {
  const { why } = usePermission();
  const [value, setValue] = useState<StreamConfig[]>(datasource.streamConfig);
  const save = useAction(datasources.streams, { success: "Streams saved.", invalidate: ["documents", "airbyte"] });
  const available = value.flatMap((config) => {
    const stream = streams.find(({ name }) => name === config.name);
    return stream ? [dropMissingFields(config, stream)] : [];
  });
  const changed = !isSame(available, datasource.streamConfig);
  useUnsavedGuard(changed && !save.pending);
  const send = (sync: boolean) =>
    void save.run({
      params: { resourceSlug: slug, datasourceId: datasource._id },
      body: { streamConfig: available, sync },
    });
  const removed = datasource.streamConfig
    .map(({ name }) => name)
    .filter((name) => !available.some((one) => one.name === name));
  const none = available.length === 0 ? "Choose at least one stream." : undefined;
  return (
    <>
      <StreamPicker streams={streams} value={value} onChange={setValue} />
      <RemovedStreams streams={removed} documents={documents} />
      {changed && (
        <FormActions>
          <Button variant="outline" onClick={() => setValue(datasource.streamConfig)}>
            Discard changes
          </Button>
          <DisabledTooltip disabledReason={none ?? why(Permission.EDIT_DATASOURCE)}>
            <Button variant="outline" loading={save.pending} onClick={() => send(false)}>
              Save
            </Button>
          </DisabledTooltip>
          <DisabledTooltip disabledReason={none ?? why(Permission.EDIT_DATASOURCE)}>
            <Button loading={save.pending} onClick={() => send(true)}>
              Save and sync
            </Button>
          </DisabledTooltip>
        </FormActions>
      )}
    </>
  );
}

const someNames = 3;

/** Warns about the documents that saving will delete. */
function RemovedStreams({
  streams,
  documents,
}: {
  streams: readonly string[];
  documents: StreamsFormProps["documents"];
}) {
  const total = documents && streams.reduce((sum, name) => sum + (documents[name] ?? 0), 0);
  if (streams.length === 0 || total === 0) return null;
  const more = streams.length - someNames;
  const names = more > 0 ? [...streams.slice(0, someNames), `${more} more`] : streams;
  const nameList = new Intl.ListFormat("en").format(names);
  return (
    <Banner tone="warning">
      Saving deletes {total === undefined ? "the documents" : pluralize(total, "document")} from {nameList}, along with{" "}
      {total === 1 ? "its" : "their"} embeddings. The source itself isn't changed.
    </Banner>
  );
}

function ScheduleForm({ slug, datasource }: FormProps) {
  const { why } = usePermission();
  const [value, setValue] = useState<Schedule>(datasource.schedule);
  const save = useAction(datasources.schedule, { success: "Schedule saved.", onError: atLimit });
  const changed = !isSame(value, datasource.schedule);
  useUnsavedGuard(changed && !save.pending && !save.done);
  return (
    <FormSection title="Schedule">
      <ScheduleFields slug={slug} value={value} onChange={setValue} subject="sync" />
      <LimitNote error={save.error} />
      {changed && (
        <FormActions>
          <Button variant="outline" onClick={() => setValue(datasource.schedule)}>
            Discard changes
          </Button>
          <DisabledTooltip disabledReason={why(Permission.EDIT_DATASOURCE)}>
            <Button
              loading={save.pending}
              onClick={() =>
                void save.run({ params: { resourceSlug: slug, datasourceId: datasource._id }, body: value })
              }
            >
              Save
            </Button>
          </DisabledTooltip>
        </FormActions>
      )}
    </FormSection>
  );
}
