export const formFieldTypes = ["string", "number", "date", "radio", "checkbox", "select", "multiselect"] as const;
type FormFieldType = (typeof formFieldTypes)[number];

export const formFieldLabels: Record<FormFieldType, string> = {
  string: "Text",
  number: "Number",
  date: "Date",
  radio: "Radio buttons",
  checkbox: "Checkbox",
  select: "Dropdown",
  multiselect: "Multi-select",
};

const choiceTypes: ReadonlySet<FormFieldType> = new Set(["radio", "checkbox", "select", "multiselect"]);

/** Whether fields of this type have options. They are optional for a checkbox. */
export const hasOptions = (type: FormFieldType): boolean => choiceTypes.has(type);
