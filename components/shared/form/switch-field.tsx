"use client";

import type { ComponentProps } from "react";
import type { FieldValues, Path } from "react-hook-form";
import { Switch } from "@/components/ui/switch";
import { FormField } from "./form-field";

type SwitchFieldProps<In extends FieldValues, Name extends Path<In>> = Omit<
  ComponentProps<typeof FormField<In, Name>>,
  "children"
>;

/** A field of a form that is on or off. */
export const SwitchField = <In extends FieldValues, Name extends Path<In>>(props: SwitchFieldProps<In, Name>) => (
  <FormField {...props}>
    {({ value, onChange, ref: _ref, ...field }) => (
      <Switch {...field} checked={Boolean(value)} onCheckedChange={onChange} />
    )}
  </FormField>
);
