export const formFieldTypes = ["string", "number", "date", "radio", "checkbox", "select", "multiselect"] as const;
type FormFieldType = (typeof formFieldTypes)[number];

export const formFieldLabels: Record<FormFieldType, string> = {
  string: "Text",
  number: "Number",
  date: "Date",
  radio: "One of a few (radio)",
  checkbox: "Yes or no (checkbox)",
  select: "One of many (select)",
  multiselect: "Several of many",
};

const choiceTypes: ReadonlySet<FormFieldType> = new Set(["radio", "checkbox", "select", "multiselect"]);

/** Whether the type offers options. A checkbox need not. */
export const takesOptions = (type: FormFieldType): boolean => choiceTypes.has(type);
