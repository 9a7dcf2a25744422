"use client";

import { Field } from "@/components/shared/field";
import { FormSection } from "@/components/shared/form-section";
import { OptionSelect } from "@/components/ui/option-select";
import type { PreviewNeed } from "@/lib/contract/transfers";
import { needWords } from "./words";

interface NeedListProps {
  needs: PreviewNeed[];
  onChoose(key: string, value: string): void;
}

const none = "none";

const usedWords = ({ usedBy }: PreviewNeed): string => {
  const [first, ...others] = usedBy;
  if (!first) return "Not used by what is imported.";
  return others.length === 0 ? `Used by ${first}.` : `Used by ${first} and ${others.length} more.`;
};

const emptyWords = ({ kind }: PreviewNeed): string =>
  kind === "model" ? "Add a model to the team first." : "Add a datasource to the team first.";

/** What the file names and does not bring along: what stands for it here. */
export function NeedList({ needs, onChoose }: NeedListProps) {
  return (
    <FormSection
      title="What it needs here"
      description="What the file only names, by what your team has of that name. Choose others where they should stand for it."
    >
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {needs.map((need) => {
          const { key, kind, name, detail, chosen, options, usedBy } = need;
          const isOpen = !options.some(({ value }) => value === chosen);
          return (
            <Field
              key={key}
              label={
                <span dir="auto" className="wrap-anywhere">
                  {needWords[kind]} {name}
                  {detail && <span className="font-normal text-muted"> · {detail}</span>}
                </span>
              }
              help={options.length === 0 ? emptyWords(need) : usedWords(need)}
              error={isOpen && usedBy.length > 0 ? `Choose the ${kind}.` : undefined}
            >
              <OptionSelect
                value={chosen === none && isOpen ? "" : chosen}
                options={options}
                disabled={options.length === 0}
                onChange={(value) => onChoose(key, value)}
                className="w-full"
              />
            </Field>
          );
        })}
      </div>
    </FormSection>
  );
}
