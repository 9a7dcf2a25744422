"use client";

import { useImperativeHandle, useRef } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { cn } from "@/lib/utils/cn";
import type { CodeMirrorProps } from "./code-mirror";

/** A plain textarea if the editor's code cannot be loaded. */
function PlainEditor({ value, onChange, onBlur, label, className, ref }: CodeMirrorProps) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => textarea.current?.focus() }), []);
  return (
    <Textarea
      ref={textarea}
      aria-label={label}
      className={cn("font-mono text-secondary", className)}
      spellCheck={false}
      readOnly={onChange === undefined}
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

const CodeMirror = lazyPart(async () => (await import("./code-mirror")).CodeMirror, PlainEditor);

/** A code editor, loaded when it is first shown. */
export function CodeEditor(props: CodeMirrorProps) {
  return (
    <Lazy fallback={<Skeleton className={props.className} />} delay={0}>
      <CodeMirror {...props} />
    </Lazy>
  );
}
