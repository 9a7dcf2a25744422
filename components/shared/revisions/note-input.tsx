import { Input } from "@/components/ui/input";
import { revisionNoteMax } from "@/lib/constants/tools";

interface NoteInputProps {
  value: string;
  onChange(value: string): void;
}

/** The note of a revision. */
export function NoteInput({ value, onChange }: NoteInputProps) {
  return (
    <Input
      aria-label="Version note"
      placeholder="Version note (optional)"
      maxLength={revisionNoteMax}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
