"use client";

import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { Funnel } from "@/components/shared/retrieval/funnel";
import { Banner } from "@/components/shared/status/banner";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { Retrieval, Retriever } from "@/lib/contract/datasources/retrieval";
import { tools } from "@/lib/contract/tools/calls";
import { trials } from "@/lib/contract/trials/calls";
import { sameJson } from "@/lib/utils/json/same-json";
import { BenchRetriever } from "./bench-retriever";
import { CaseList } from "./cases/case-list";
import { ExpectButton } from "./cases/expect-button";
import { defaultRetriever, omitEmptyFilters } from "./retriever-default";
import { isUnfinished } from "./trials/trial-labels";
import { TrialSection } from "./trials/trial-section";

interface BenchProps {
  slug: string;
  datasource: Datasource;
}

/** Runs test queries against a connection and shows how passages were found. */
export function BenchTab({ slug, datasource }: BenchProps) {
  const { toolId } = datasource;
  const saved = useEndpoint(tools.get, {
    params: { resourceSlug: slug, toolId: toolId ?? "" },
    enabled: toolId !== null,
  });
  const answerState = useState<AnsweredQuery>();
  if (toolId !== null && saved.isPending) return <Skeleton className="h-64 rounded-card" />;
  const retriever = (saved.data?.tool.type === "rag" && saved.data.tool.definition.retriever) || defaultRetriever;
  return (
    <Bench
      key={saved.data?.tool.version}
      slug={slug}
      datasource={datasource}
      saved={retriever}
      toolId={saved.data ? toolId : null}
      answerState={answerState}
    />
  );
}

/** The last query, the retriever it used, and the result. */
interface AnsweredQuery {
  query: string;
  usedRetriever: Retriever;
  retrieval: Retrieval;
}

interface BenchContentProps extends BenchProps {
  saved: Retriever;
  toolId: string | null;
  /** State of the parent, so that it survives a change of the saved retriever. */
  answerState: [AnsweredQuery | undefined, (asked: AnsweredQuery | undefined) => void];
}

function Bench({ slug, datasource, saved, toolId, answerState: [answer, setAnswer] }: BenchContentProps) {
  const params = { resourceSlug: slug, datasourceId: datasource._id };
  const [question, setQuestion] = useState(answer?.query ?? "");
  const [retriever, setRetriever] = useState(saved);
  const trial = useEndpoint(trials.get, {
    params,
    pollWhile: ({ trial: one }) => one !== null && isUnfinished(one.status),
  });
  const currentTrial = trial.data?.trial;
  const ask = useAction(datasources.query, { quiet: true });
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const query = question.trim();
    if (!query) return;
    const usedRetriever = omitEmptyFilters(retriever);
    const retrieval = await ask.run({ params, body: { query, retriever: usedRetriever } });
    setAnswer(retrieval && { query, usedRetriever, retrieval });
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 gap-4">
        <FormSection title="Ask" description="Preview what a model would receive. Nothing is saved.">
          <form onSubmit={(event) => void onSubmit(event)} className="flex flex-wrap items-end gap-2">
            <Field label="Question" className="min-w-60 flex-1">
              <Input
                value={question}
                maxLength={4_000}
                placeholder="Ask as a user would"
                onChange={({ target }) => setQuestion(target.value)}
              />
            </Field>
            <Button type="submit" loading={ask.pending}>
              <Search aria-hidden /> Ask
            </Button>
          </form>
        </FormSection>
        {ask.failure && <Banner tone="danger">{ask.failure}</Banner>}
        {ask.pending && !answer && <Skeleton className="h-40 rounded-card" />}
        {answer && !ask.failure && !sameJson(answer.usedRetriever, omitEmptyFilters(retriever)) && (
          <Banner tone="warning">The settings have changed. Ask again to see the new results.</Banner>
        )}
        {answer && !ask.failure && (
          <Funnel
            key={JSON.stringify(answer.retrieval.ms)}
            retrieval={answer.retrieval}
            getHref={({ documentId }) => `/${slug}/datasource/${datasource._id}?tab=bench&document=${documentId}`}
            actions={({ documentId }) => <ExpectButton params={params} query={answer.query} documentId={documentId} />}
          />
        )}
        {!answer && !ask.pending && !ask.failure && (
          <EmptyState icon={Search} guide="knowledge" className="rounded-card border border-dashed py-10">
            Ask a question to see which passages are found, how they score and which are filtered out.
          </EmptyState>
        )}
        <CaseList
          slug={slug}
          datasource={datasource}
          question={answer?.query}
          saved={saved}
          other={omitEmptyFilters(retriever)}
          trial={currentTrial?.status === "ready" ? currentTrial : undefined}
        />
        <TrialSection slug={slug} datasource={datasource} query={trial} />
      </div>
      <BenchRetriever
        slug={slug}
        datasource={datasource}
        toolId={toolId}
        saved={saved}
        value={retriever}
        onChange={setRetriever}
      />
    </div>
  );
}
