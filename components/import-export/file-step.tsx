"use client";

import Link from "next/link";
import { Fragment } from "react";
import { Field } from "@/components/shared/form/field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { DropZone } from "@/components/shared/pickers/drop-zone";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { maxImportBytes, maxImportFiles } from "@/lib/constants/limits";
import { formatBytes } from "@/lib/utils/text/bytes";
import type { ImportInput } from "./import-input";
import { importGuides } from "./source-labels";

interface FileStepProps {
  /** What is pasted. */
  text: string;
  onText(text: string): void;
  refusals: string[];
  pending: boolean;
  onOpen(input: ImportInput): void;
  onRefuse(sentence: string): void;
}

const systemsText =
  "Import an app exported from Muster, Flowise, Dify, CrewAI, Langflow or OpenAI Agent Builder. Choose several files or a zip if the app has more than one.";

const GuideLinks = () => (
  <>
    Guides:{" "}
    {Object.entries(importGuides).map(([system, name], i) => (
      <Fragment key={system}>
        {i > 0 && ", "}
        <Link href={`/guide/import-${system}`} className="text-accent underline underline-offset-2">
          {name}
        </Link>
      </Fragment>
    ))}
    .
  </>
);

/** Takes a file that is dropped, chosen or pasted. */
export function FileStep({ text, onText, refusals, pending, onOpen, onRefuse }: FileStepProps) {
  const take = (list: FileList) => {
    const files = [...list];
    if (files.length === 0) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (files.length > maxImportFiles) onRefuse(`Choose up to ${maxImportFiles} files, or a zip.`);
    else if (size > maxImportBytes) onRefuse(`The files exceed the limit of ${formatBytes(maxImportBytes)}.`);
    else onOpen({ files });
  };
  return (
    <FormSection
      title="File"
      description={
        <>
          {systemsText} You'll review everything first. <GuideLinks />
        </>
      }
    >
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
      <DropZone
        label="App files"
        accept=".yaml,.yml,.json,.jsonc,.jsonl,.py,.ts,.zip,.ifpkg"
        pending={pending}
        onFiles={take}
      />
      <Field label="Or paste its content">
        <Textarea
          rows={6}
          spellCheck={false}
          className="font-mono text-secondary"
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      </Field>
      <FormActions>
        <Button variant="outline" disabled={text.trim() === ""} loading={pending} onClick={() => onOpen({ text })}>
          Preview
        </Button>
      </FormActions>
    </FormSection>
  );
}
