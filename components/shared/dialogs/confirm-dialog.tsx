"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { AlertDialog, AlertDialogCancel, AlertDialogContent } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { kindLabel } from "@/lib/utils/text/kind-label";
import { Field } from "../form/field";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question: "Delete the team “Research”?" */
  title: ReactNode;
  /** The consequence. */
  description: ReactNode;
  /** The verb: "Delete". */
  confirmLabel: string;
  destructive?: boolean;
  pending?: boolean;
  /** The dialog stays open until the caller closes it. */
  onConfirm: () => void;
  /** A name that has to be typed first. */
  confirmText?: string;
  /** What depends on it. */
  children?: ReactNode;
}

/** Asks for confirmation before something irreversible. */
export function ConfirmDialog({ open, onOpenChange, title, description, ...rest }: ConfirmDialogProps) {
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent title={title} description={description}>
        <ConfirmForm {...rest} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

type FormProps = Omit<ConfirmDialogProps, "open" | "onOpenChange" | "title" | "description">;

function ConfirmForm({
  confirmLabel,
  destructive = true,
  pending = false,
  onConfirm,
  confirmText,
  children,
}: FormProps) {
  const [text, setText] = useState("");
  const ready = confirmText === undefined || text.trim() === confirmText;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready && !pending) onConfirm();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {children}
      {confirmText !== undefined && (
        <Field label={<>Type “{confirmText}” to confirm</>}>
          <Input
            autoFocus
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
      )}
      <DialogFooter>
        <AlertDialogCancel asChild>
          <Button variant="outline">Cancel</Button>
        </AlertDialogCancel>
        <Button type="submit" variant={destructive ? "destructive" : "default"} loading={pending} disabled={!ready}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** A list of dependents, as the dialog's children. */
export function DependentsList({ items }: { items: readonly { _id: string; name: string; type?: string }[] }) {
  return (
    <ul className="max-h-40 overflow-y-auto rounded-control border bg-sunken px-3 py-2 text-secondary">
      {items.map(({ _id, name, type }) => (
        <li key={_id} className="flex justify-between gap-4 py-0.5">
          <span dir="auto" className="truncate">
            {name}
          </span>
          {type && <span className="shrink-0 text-muted">{kindLabel(type)}</span>}
        </li>
      ))}
    </ul>
  );
}
