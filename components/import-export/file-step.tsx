"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { maxImportLength } from "@/lib/constants/limits";
import { cn } from "@/lib/utils/cn";
import { formatBytes } from "@/lib/utils/text/bytes";

interface FileStepProps {
  refusals: string[];
  pending: boolean;
  onOpen(text: string): void;
  onRefuse(sentence: string): void;
}

/** Takes a file that is dropped, chosen or pasted. */
export function FileStep({ refusals, pending, onOpen, onRefuse }: FileStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [dragging, setDragging] = useState(false);
  const [text, setText] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxImportLength * 3)
      return onRefuse(`${file.name} is larger than the ${formatBytes(maxImportLength)} limit. Choose another file.`);
    onOpen(await file.text());
  };
  const onDrag = (event: DragEvent, now: boolean): void => {
    event.preventDefault();
    setDragging(now);
  };
  return (
    <FormSection title="File" description="Import an app exported from Muster. You'll review changes first.">
      {refusals.length > 0 && (
        <Banner tone="danger" className="items-start">
          {refusals.length === 1 ? (
            <p className="wrap-anywhere">{refusals[0]}</p>
          ) : (
            <>
              <p className="font-medium">This file can't be imported:</p>
              <ul className="wrap-anywhere ml-4 list-disc">
                {refusals.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </>
          )}
        </Banner>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same with the keyboard */}
      <div
        onDragOver={(event) => onDrag(event, true)}
        onDragLeave={(event) => onDrag(event, false)}
        onDrop={(event) => {
          onDrag(event, false);
          void read(event.dataTransfer.files[0]);
        }}
        className={cn(
          "grid justify-items-center gap-3 rounded-card border border-strong border-dashed px-4 py-8 text-center transition-colors",
          dragging ? "bg-accent-tint" : "bg-sunken",
        )}
      >
        <FileUp aria-hidden className="size-5 text-muted" />
        <p>
          Drop an app's YAML file here, or <span className="sr-only">choose it with the button below</span>
        </p>
        <Button variant="outline" loading={pending} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".yaml,.yml,.json,application/yaml,text/yaml"
          hidden
          aria-label="App file"
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = "";
          }}
        />
      </div>
      <Field label="Or paste its content">
        <Textarea
          rows={6}
          spellCheck={false}
          className="font-mono text-secondary"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <FormActions>
        <Button variant="outline" disabled={text.trim() === ""} loading={pending} onClick={() => onOpen(text)}>
          Preview
        </Button>
      </FormActions>
    </FormSection>
  );
}
