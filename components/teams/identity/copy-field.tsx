import { CopyButton } from "@/components/shared/details/copy-button";
import { Field } from "@/components/shared/form/field";
import { Input } from "@/components/ui/input";

interface CopyFieldProps {
  label: string;
  value: string;
  help?: string;
}

/** A text to be entered somewhere else. */
export function CopyField({ label, value, help }: CopyFieldProps) {
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label} help={help}>
          <Input readOnly value={value} onFocus={({ target }) => target.select()} />
        </Field>
      </div>
      <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} variant="outline" className={help && "mb-7"} />
    </div>
  );
}
