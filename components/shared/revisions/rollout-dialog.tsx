"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { OptionSelect } from "@/components/ui/option-select";
import { NoteInput } from "./note-input";

const shares = [5, 10, 25, 50, 75, 100];

interface RolloutDialogProps {
  title: string;
  description: ReactNode;
  /** The share of a rollout that is running. */
  share?: number | undefined;
  submit: string;
  pending: boolean;
  /** Whether it makes a revision, which can have a note. */
  hasNote: boolean;
  onSubmit(sent: { share: number; note?: string }): void;
  onClose(): void;
  /** What it affects. */
  children?: ReactNode;
}

/** Asks for the share of new sessions that use a revision. */
export function RolloutDialog({ title, description, onClose, children, ...form }: RolloutDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description}>
        <RolloutForm {...form} onClose={onClose}>
          {children}
        </RolloutForm>
      </DialogContent>
    </Dialog>
  );
}

type FormProps = Omit<RolloutDialogProps, "title" | "description">;

function RolloutForm({ share: current, submit, pending, hasNote, onSubmit, onClose, children }: FormProps) {
  const [share, setShare] = useState(current ?? 10);
  const [note, setNote] = useState("");
  const options = [...new Set([...shares, share])].sort((a, b) => a - b);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!pending) onSubmit({ share, ...(hasNote && note.trim() && { note }) });
  };
  return (
    <form className="grid grid-cols-1 gap-4" onSubmit={send} noValidate>
      {children}
      <Field label="Percentage of new sessions">
        <OptionSelect
          value={String(share)}
          options={options.map((one) => ({ value: String(one), label: `${one}%` }))}
          onChange={(value) => setShare(Number(value))}
        />
      </Field>
      {hasNote && (
        <Field label="Version note">
          <NoteInput value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      )}
      <DialogButtons submit={submit} pending={pending} onCancel={onClose} />
    </form>
  );
}
