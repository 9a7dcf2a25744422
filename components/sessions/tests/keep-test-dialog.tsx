"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { CheckField } from "@/components/shared/form/check-field";
import { Field } from "@/components/shared/form/field";
import { QueryError } from "@/components/shared/status/error-state";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { testsets } from "@/lib/contract/testsets/calls";
import type { Check } from "@/lib/contract/testsets/checks";
import type { RecordedTest } from "@/lib/contract/testsets/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { toast } from "@/lib/utils/toasts/toast";

interface KeepTestDialogProps {
  slug: string;
  sessionId: string;
  messageId: string;
  /** What a person said should have been answered. */
  correction?: string | undefined;
  onClose(): void;
}

/** Keeps an answer as a test: its question, the messages before it, and what its tool calls returned. */
export function KeepTestDialog({ onClose, ...props }: KeepTestDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Keep as a test"
        description="The question is asked again whenever you run the test set. You define the check that a correct answer must pass."
      >
        <Content {...props} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function Content({ slug, sessionId, messageId, ...props }: KeepTestDialogProps) {
  const query = { sessionId, messageId };
  const recorded = useEndpoint(testsets.recordCase, { params: { resourceSlug: slug }, query });
  if (recorded.error) return <QueryError error={recorded.error} refetch={recorded.refetch} />;
  if (!recorded.data) return <Skeleton className="h-72" />;
  return <KeepTestForm slug={slug} recorded={recorded.data} {...props} />;
}

type Kind = Extract<Check["type"], "contains" | "equals" | "not_contains" | "judge">;

const kinds: { value: Kind; label: string; help: string }[] = [
  { value: "contains", label: "Contains", help: "The answer must include this text." },
  { value: "not_contains", label: "Doesn't contain", help: "The answer must not include this text." },
  { value: "equals", label: "Equals", help: "The answer must be exactly this text." },
  { value: "judge", label: "Meets a rubric", help: "A model grades the answer against this description." },
];

const newSet = "";

interface FormProps extends Pick<KeepTestDialogProps, "slug" | "correction" | "onClose"> {
  recorded: RecordedTest;
}

function KeepTestForm({ slug, recorded, correction = "", onClose }: FormProps) {
  const { agentId, appId, case: kept } = recorded;
  const router = useRouter();
  const tested = agentId ? { agentId } : { appId: appId ?? "" };
  const params = { resourceSlug: slug };
  const sets = useEndpoint(testsets.list, { params, query: { ...tested, limit: 100, sort: "name" } });
  const [chosenId, setChosenId] = useState<string>();
  const [name, setName] = useState("Answers from sessions");
  const [kind, setKind] = useState<Kind>("contains");
  const [value, setValue] = useState(correction);
  const [required, setRequired] = useState(true);
  const [replay, setReplay] = useState(true);
  const options = (sets.data?.testsets ?? []).map(({ _id, name: label }) => ({ value: _id, label }));
  const setId = chosenId ?? options[0]?.value ?? newSet;
  const done = (id: string) => {
    toast.success("Test saved.", { label: "Open", run: () => router.push(`/${slug}/testset/${id}`) });
    onClose();
  };
  const add = useAction(testsets.add, { navigate: false, onSuccess: ({ _id }) => done(_id) });
  const addCases = useAction(testsets.addCases, { onSuccess: () => done(setId) });
  const calls = kept.recording?.length ?? 0;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { recording, ...rest } = kept;
    const checks = value.trim() ? [{ type: kind, value: value.trim() }] : [];
    const cases = [{ ...rest, required, checks, ...(replay && recording && { recording }) }];
    if (setId === newSet) await add.run({ params, body: { name, ...tested, cases } });
    else await addCases.run({ params: { ...params, testsetId: setId }, body: { cases } });
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <blockquote className="line-clamp-3 border-strong border-l-2 pl-3 text-muted text-secondary">
        {kept.input}
      </blockquote>
      <Field label="The answer" help={kinds.find((one) => one.value === kind)?.help}>
        <OptionSelect value={kind} onChange={(next) => setKind(next as Kind)} options={kinds} />
      </Field>
      <Field label={kind === "judge" ? "Rubric" : "Text"}>
        <Textarea
          rows={3}
          value={value}
          maxLength={20_000}
          placeholder={
            kind === "judge" ? "Names the price in euros and the delivery time." : "Text of a correct answer"
          }
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Field label="Test set">
        <OptionSelect
          value={setId}
          onChange={setChosenId}
          options={[...options, { value: newSet, label: "New test set" }]}
        />
      </Field>
      {setId === newSet && (
        <Field label="Name" required>
          <Input value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
        </Field>
      )}
      <CheckField
        label="Required"
        help="Changes can't be applied while this test fails."
        checked={required}
        onChange={({ target }) => setRequired(target.checked)}
      />
      {calls > 0 && (
        <CheckField
          label={`Replay ${pluralize(calls, "recorded tool call")}`}
          help="The test gets the same results as this session, without calling the tools. Otherwise, the tools are actually called."
          checked={replay}
          onChange={({ target }) => setReplay(target.checked)}
        />
      )}
      {!value.trim() && (
        <p className="text-muted text-secondary">
          Without text, the test passes for any answer. Add more checks{" "}
          {setId === newSet ? "later" : <Link href={`/${slug}/testset/${setId}`}>in the test set</Link>}.
        </p>
      )}
      <DialogButtons submit="Save test" pending={add.pending || addCases.pending} onCancel={onClose} />
    </form>
  );
}
