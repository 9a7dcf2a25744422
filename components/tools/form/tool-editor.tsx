"use client";

import type { ComponentProps, ReactNode } from "react";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { cn } from "@/lib/utils/cn";
import { FirstTest } from "../test/first-test";
import { TestPanel } from "../test/test-panel";
import { type ToolFormProps, toCommonForm } from "./common-form";
import { IdentityFields } from "./identity-fields";
import { ToolFooter } from "./tool-footer";
import { type SavedForm, useToolSave } from "./use-tool-save";

interface ToolEditorProps<F extends SavedForm> extends ToolFormProps {
  form: ContractForm<F>;
  /** An example description; without one, models read the tool's own description. */
  example?: string;
  /** How a new tool is tested; absent: it can only be tested once it is stored. */
  firstTest?: Omit<ComponentProps<typeof FirstTest>, "slug" | "definition">;
  children: ReactNode;
}

/** A tool's form, between its names and the footer that saves it, with a test panel next to it if there is room. */
export function ToolEditor<F extends SavedForm>(props: ToolEditorProps<F>) {
  const { slug, tool, form, example, firstTest, onReload, children } = props;
  const save = useToolSave(slug, form, tool, onReload);
  const common = toCommonForm(form);
  const definition = () => form.getValues().definition as object;
  const aside = tool ? (
    <TestPanel slug={slug} tool={tool} definition={definition} />
  ) : (
    firstTest && <FirstTest slug={slug} definition={definition} {...firstTest} />
  );
  return (
    <div
      className={cn(
        "grid grid-cols-1 items-start gap-4",
        aside ? "xl:grid-cols-[minmax(0,1fr)_26rem]" : "w-full max-w-form",
      )}
    >
      <form className="grid min-w-0 grid-cols-1 gap-4" onSubmit={save.submit} noValidate>
        <IdentityFields slug={slug} form={common} tool={tool} example={example} />
        {children}
        <ToolFooter slug={slug} form={common} tool={tool} save={save} onReload={onReload} />
      </form>
      {aside && <aside className="grid min-w-0 grid-cols-1 gap-4 xl:sticky xl:top-0">{aside}</aside>}
    </div>
  );
}
