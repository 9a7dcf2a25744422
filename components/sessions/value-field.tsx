import { Field } from "@/components/shared/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { variableValueMax } from "@/lib/constants/limits";

interface ValueFieldProps {
  variable: { name: string; description: string; secret: boolean; required: boolean };
  value: string;
  autoFocus: boolean;
  /** It was not given although it has to be. */
  missing: boolean;
  onChange(value: string): void;
}

/** Asks for the value of one variable; a secret one's is hidden while it is typed. */
export function ValueField({ variable, value, autoFocus, missing, onChange }: ValueFieldProps) {
  const { name, description, secret, required } = variable;
  const own = {
    ...{ autoFocus, value, maxLength: variableValueMax },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <Field
      label={<span dir="auto">{name}</span>}
      required={required}
      help={[description, secret && "Kept encrypted, and cut out of the conversation."].filter(Boolean).join(" ")}
      error={missing ? `Give a value for ${name}.` : undefined}
    >
      {secret ? (
        <Input
          {...own}
          type="password"
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
      ) : (
        <Textarea {...own} rows={1} />
      )}
    </Field>
  );
}
