import type { ReactNode } from "react";
import type { FormSchema } from "@/lib/utils/json-form";
import type { DatasourceForm } from "../setup/form";

/** Where in the form a setting lies. */
export type ConfigPath = `config.${string}`;

export interface SchemaProps {
  form: DatasourceForm;
  name: string;
  schema: FormSchema;
  at: ConfigPath;
  required: boolean;
}

/** Settings that hold others show them by this. */
export interface InnerFields {
  fieldsOf(schema: FormSchema): ReactNode;
}
