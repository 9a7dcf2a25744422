import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { revisionNoteMax } from "@/lib/constants/tools";

/** The note of a revision. Its label is the caller's. */
export const NoteInput = (props: ComponentProps<typeof Input>) => (
  <Input {...props} placeholder="Version note (optional)" maxLength={revisionNoteMax} />
);
