"use client";

import { type FormEvent, useState } from "react";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { ValueField } from "./value-field";

type RequestedVariables = NonNullable<Session["app"]>["variables"];

interface SessionValuesProps {
  slug: string;
  session: Session;
  variables: RequestedVariables;
  onDone(): void;
}

/** Returns the session's value of each variable, else the team's. */
function initialValues({ variables }: Session, requested: RequestedVariables): Record<string, string> {
  const sessionValues = new Map(Object.entries(variables));
  return Object.fromEntries(requested.map(({ name, defaultValue }) => [name, sessionValues.get(name) ?? defaultValue]));
}

/** Asks for the values that the conversation needs, before its first message. */
export function SessionValues({ slug, session, variables, onDone }: SessionValuesProps) {
  const [values, setValues] = useState(() => initialValues(session, variables));
  const [submitted, setSubmitted] = useState(false);
  const save = useAction(sessions.edit);
  const isMissing = ({ name, required }: RequestedVariables[number]) => required && !values[name];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const first = variables.findIndex(isMissing);
    if (first >= 0) {
      const fields = event.currentTarget.querySelectorAll<HTMLElement>("input, textarea");
      fields[first]?.focus();
      return;
    }
    const params = { resourceSlug: slug, sessionId: session._id };
    if (await save.run({ params, body: { variables: values } })) onDone();
  };
  return (
    <form className="py-6" onSubmit={(event) => void submit(event)} noValidate>
      <FormSection
        title="Before you begin"
        description={`${session.agentName ?? session.appName} needs these values to start.`}
      >
        {variables.map((variable, i) => (
          <ValueField
            key={variable.name}
            variable={variable}
            value={values[variable.name] ?? ""}
            autoFocus={i === 0}
            missing={submitted && isMissing(variable)}
            onChange={(value) => setValues({ ...values, [variable.name]: value })}
          />
        ))}
        <FormActions>
          <Button type="submit" loading={save.pending}>
            Continue
          </Button>
        </FormActions>
      </FormSection>
    </form>
  );
}
