"use client";

import { type FormSchema, findFieldKind, listFields, unwrapNullable } from "@/lib/utils/json/json-form";
import type { DatasourceForm } from "../setup/form";
import { OauthField } from "./oauth-field";
import type { ConfigPath } from "./props";
import { SchemaChoice } from "./schema-choice";
import { SchemaField } from "./schema-field";
import { SchemaGroup } from "./schema-group";

interface SchemaFieldsProps {
  form: DatasourceForm;
  schema: FormSchema;
  /** `config`, or the path of a group within it. */
  at: "config" | ConfigPath;
}

/** The fields of a connector's specification. */
export function SchemaFields({ form, schema, at }: SchemaFieldsProps) {
  return listFields(schema).map(({ name, schema: given, required }) => {
    const field = unwrapNullable(given);
    const path: ConfigPath = `${at}.${name}`;
    const props = { form, name, schema: field, at: path, required };
    const renderFields = (inner: FormSchema) => <SchemaFields form={form} schema={inner} at={path} />;
    switch (findFieldKind(field)) {
      case "fixed":
        return null;
      case "object":
        return <SchemaGroup key={name} {...props} renderFields={renderFields} />;
      case "choice":
        return <SchemaChoice key={name} {...props} renderFields={renderFields} />;
      case "oauth":
        return <OauthField key={path} {...props} />;
      default:
        return <SchemaField key={path} {...props} />;
    }
  });
}
