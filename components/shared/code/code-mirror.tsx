"use client";

import { Compartment, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useControlGroup } from "@/components/ui/control";
import { cn } from "@/lib/utils/cn";
import { baseExtensions, editableExtensions, readOnly } from "./editor-setup";
import type { CodeLanguage } from "./languages";

export interface CodeMirrorProps {
  value: string;
  language: CodeLanguage;
  onChange?: (value: string) => void;
  onBlur?: (() => void) | undefined;
  label?: string;
  className?: string;
  /** Lets a form focus the editor when its text is invalid. */
  ref?: Ref<{ focus(): void }> | undefined;
}

/** Reconfigured in place, so that the editor keeps its cursor, focus and undo history. */
const attributes = new Compartment();

/** A code editor; read-only without `onChange`. */
export function CodeMirror({ value, language, onChange, onBlur, label, className, ref }: CodeMirrorProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const callbacks = useRef({ onChange, onBlur });
  callbacks.current = { onChange, onBlur };
  const control = useControlGroup({});
  const editable = onChange !== undefined;
  const own = useRef(value);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        container.current?.scrollIntoView({ block: "center" });
        view.current?.focus();
      },
    }),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effects below update the text and the attributes
  useEffect(() => {
    const editor = new EditorView({
      parent: container.current ?? undefined,
      state: EditorState.create({
        doc: own.current,
        extensions: [
          baseExtensions(language),
          editable ? editableExtensions : readOnly,
          attributes.of(EditorView.contentAttributes.of(buildAttributes(control, label))),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              const text = update.state.doc.toString();
              // A value set from outside is not reported back: the user has not typed it.
              if (text !== own.current) callbacks.current.onChange?.(text);
              own.current = text;
            }
            if (update.focusChanged && !update.view.hasFocus) callbacks.current.onBlur?.();
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, editable]);

  const { "aria-labelledby": labelled, "aria-describedby": described, "aria-invalid": invalid } = control;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the control is a new object in each render
  useEffect(() => {
    const now = EditorView.contentAttributes.of(buildAttributes(control, label));
    view.current?.dispatch({ effects: attributes.reconfigure(now) });
  }, [labelled, described, invalid, label]);

  // Applies a value that was set from outside, such as by a form's reset.
  useEffect(() => {
    if (value === own.current) return;
    own.current = value;
    view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: value } });
  }, [value]);

  return (
    <div
      ref={container}
      className={cn(
        "grid overflow-auto rounded-control border border-strong focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1",
        control["aria-invalid"] && "border-danger",
        className,
      )}
    />
  );
}

function buildAttributes(
  control: ReturnType<typeof useControlGroup>,
  label: string | undefined,
): Record<string, string> {
  const { "aria-labelledby": labelled, "aria-describedby": described, "aria-invalid": invalid } = control;
  return {
    ...(label ? { "aria-label": label } : labelled ? { "aria-labelledby": labelled } : {}),
    ...(described ? { "aria-describedby": described } : {}),
    ...(invalid ? { "aria-invalid": "true" } : {}),
  };
}
