"use client";

import type { ReactNode } from "react";
import { type Control, type ControllerRenderProps, type FieldValues, type Path, useController } from "react-hook-form";
import { firstMessage } from "@/lib/utils/text/first-message";
import { Field, type FieldProps } from "./field";

interface FormFieldProps<In extends FieldValues, Name extends Path<In>> extends Omit<FieldProps, "error" | "children"> {
  control: Control<In, unknown, In>;
  name: Name;
  children: (field: ControllerRenderProps<In, Name>) => ReactNode;
}

/** A field of a react-hook-form form, for controls that give a value rather than an event. Shows its own error. */
export function FormField<In extends FieldValues, Name extends Path<In>>({
  control,
  name,
  children,
  ...props
}: FormFieldProps<In, Name>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Field {...props} error={firstMessage(fieldState.error)}>
      {children(field)}
    </Field>
  );
}
