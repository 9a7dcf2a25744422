import { CopyButton } from "@/components/shared/details/copy-button";
import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";

interface CopyFieldProps {
  label: string;
  value: string;
  help?: string;
}

/** A label within a sentence; abbreviations keep their capitals. */
const toInline = (label: string): string => label.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());

/** A text to be entered somewhere else. */
export function CopyField({ label, value, help }: CopyFieldProps) {
  return (
    <Field label={label} help={help}>
      <div className="flex items-center gap-2">
        <Input readOnly value={value} className="min-w-0 flex-1" onFocus={({ target }) => target.select()} />
        <CopyButton text={value} label={`Copy ${toInline(label)}`} variant="outline" />
      </div>
    </Field>
  );
}
