"use client";

import { useEffect } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import type { DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/settings";
import type { DatasourceForm } from "../../setup/form";
import { streamDefaults } from "../../streams/stream-defaults";
import { StreamPicker } from "../../streams/stream-picker";

interface StreamsStepProps {
  form: DatasourceForm;
  streams: readonly DiscoveredStream[];
  onStep(step: number): void;
}

/** The form's values can omit fields that have a default. */
const withDefaults = (config: Partial<StreamConfig> & { name: string }): StreamConfig => ({
  fields: [],
  primaryKeys: [],
  cursorField: null,
  mode: "full" as const,
  ...config,
});

/** Chooses the streams to sync. */
export function StreamsStep({ form, streams, onStep }: StreamsStepProps) {
  const { setValue, getValues } = form;
  const [only, second] = streams;
  // A single stream is preselected.
  useEffect(() => {
    if (only && !second && getValues("streamConfig")?.length === 0) setValue("streamConfig", [streamDefaults(only)]);
  }, [only, second, getValues, setValue]);
  const next = () => {
    if (getValues("streamConfig")?.length) return onStep(3);
    form.setError("streamConfig", { message: "Choose at least one stream." });
  };
  return (
    <FormSection
      title="Choose streams"
      description="The connection works. Each row, page or file of the chosen streams becomes a document."
    >
      <FormField control={form.control} name="streamConfig" label="Streams" group>
        {({ value = [], onChange }) => (
          <StreamPicker
            streams={streams}
            value={value.map(withDefaults)}
            onChange={(chosen) => {
              form.clearErrors("streamConfig");
              onChange(chosen);
            }}
          />
        )}
      </FormField>
      <FormActions>
        <Button variant="outline" onClick={() => onStep(1)}>
          Back
        </Button>
        <Button onClick={next}>Continue</Button>
      </FormActions>
    </FormSection>
  );
}
