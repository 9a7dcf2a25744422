import type { ReactNode } from "react";
import type { FormSchema } from "@/lib/utils/json/json-form";
import type { DatasourceForm } from "../setup/form";

/** The path of a setting in the form. */
export type ConfigPath = `config.${string}`;

export interface SchemaProps {
  form: DatasourceForm;
  name: string;
  schema: FormSchema;
  at: ConfigPath;
  required: boolean;
}

/** Renders nested settings. */
export interface InnerFields {
  renderFields(schema: FormSchema): ReactNode;
}
