"use client";

import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { NewTabLink } from "@/components/shared/page/new-tab-link";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { useTeamSlug } from "@/context/account";
import type { PreviewNeed } from "@/lib/contract/transfers/schemas";
import { AddDemoModel } from "./add-demo-model";
import { needLabels } from "./labels";

interface NeedListProps {
  needs: PreviewNeed[];
  onChoose(mapping: Record<string, string>): void;
  /** Called to reload the preview: something may have been added. */
  onReload(): void;
}

type UnmetNeed = PreviewNeed & { kind: keyof typeof listPages };
const isMissing = (need: PreviewNeed): need is UnmetNeed => need.kind in listPages && need.options.length === 0;

const none = "none";

const usedByLabel = ({ usedBy }: PreviewNeed): string => {
  const [first, ...others] = usedBy;
  if (!first) return "Not used by this import.";
  return others.length === 0 ? `Used by “${first}”.` : `Used by “${first}” and ${others.length} more.`;
};

const listPages = {
  model: { path: "models", label: "Models" },
  datasource: { path: "datasources", label: "Connections" },
} as const;

/** What to do if the team has no option. */
function MissingNeed({ kind, slug }: { kind: keyof typeof listPages; slug: string }) {
  const { path, label } = listPages[kind];
  return (
    <>
      Your team has no {needLabels[kind].toLowerCase()} yet. Create one under{" "}
      <NewTabLink href={`/${slug}/${path}`}>{label}</NewTabLink>
      {kind === "model" ? " or use the offline demo model." : "."}
    </>
  );
}

/** Adds the named model to a provider that the team has connected. */
function AddModel({ slug, add }: { slug: string; add: NonNullable<PreviewNeed["addModel"]> }) {
  const { providerId, provider, model, modelType } = add;
  const query = new URLSearchParams({ provider: providerId, model, modelType });
  return (
    <>
      {" "}
      <NewTabLink href={`/${slug}/model/add?${query}`}>
        Add {model} to {provider}
      </NewTabLink>
      , then refresh.
    </>
  );
}

const toSelectOption = ({ value, label, closest }: PreviewNeed["options"][number]) => ({
  value,
  label,
  ...(closest && { help: "Closest match" }),
});

/** Maps what the file refers to but does not contain to the team's own resources. */
export function NeedList({ needs, onChoose, onReload }: NeedListProps) {
  const slug = useTeamSlug();
  const lacking = needs.filter(isMissing);
  const models = lacking.filter(({ kind }) => kind === "model");
  const canRefresh = lacking.length > 0 || needs.some(({ addModel }) => addModel);
  return (
    <FormSection title="Map dependencies" description="Choose a matching item from your team.">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {needs.map((need) => {
          const { key, kind, name, detail, chosen, options, usedBy, addModel } = need;
          const isOpen = !options.some(({ value }) => value === chosen);
          return (
            <Field
              key={key}
              label={
                <span dir="auto" className="wrap-anywhere">
                  <span className="font-normal text-muted">{needLabels[kind]}</span> {name}
                  {detail && <span className="font-normal text-muted"> · {detail}</span>}
                </span>
              }
              help={
                <>
                  {isMissing(need) ? <MissingNeed kind={need.kind} slug={slug} /> : usedByLabel(need)}
                  {addModel && <AddModel slug={slug} add={addModel} />}
                </>
              }
              error={
                isOpen && options.length > 0 && usedBy.length > 0
                  ? `Choose the ${needLabels[kind].toLowerCase()}.`
                  : undefined
              }
            >
              <OptionSelect
                value={chosen === none && isOpen ? "" : chosen}
                options={options.map(toSelectOption)}
                disabled={options.length === 0}
                onChange={(value) => onChoose({ [key]: value })}
                className="w-full"
              />
            </Field>
          );
        })}
      </div>
      {canRefresh && (
        <div className="flex flex-wrap gap-2">
          {models.length > 0 && (
            <AddDemoModel onAdd={(id) => onChoose(Object.fromEntries(models.map(({ key }) => [key, id])))} />
          )}
          <Button variant="outline" size="sm" onClick={onReload}>
            Refresh
          </Button>
        </div>
      )}
    </FormSection>
  );
}
