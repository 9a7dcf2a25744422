import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { variableValueMax } from "@/lib/constants/limits";

interface ValueFieldProps {
  variable: { name: string; description: string; secret: boolean; required: boolean };
  value: string;
  autoFocus: boolean;
  /** Required, but empty. */
  missing: boolean;
  onChange(value: string): void;
}

/** A field for a variable's value; a secret one is masked. */
export function ValueField({ variable, value, autoFocus, missing, onChange }: ValueFieldProps) {
  const { name, description, secret, required } = variable;
  const own = {
    autoFocus,
    value,
    maxLength: variableValueMax,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  return (
    <Field
      label={<span dir="auto">{name}</span>}
      required={required}
      help={[description, secret && "Encrypted, and redacted from the session."].filter(Boolean).join(" ")}
      error={missing ? `Enter a value for ${name}.` : undefined}
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
