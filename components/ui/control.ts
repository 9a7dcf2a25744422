"use client";

import { createContext, useContext } from "react";

/** What a field passes to its control; empty outside a field. */
interface ControlState {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

export const ControlContext = createContext<ControlState | null>(null);

interface OwnAttributes {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: React.AriaAttributes["aria-invalid"];
  "aria-required"?: React.AriaAttributes["aria-required"];
}

/** The id and aria attributes of a control; its own props win over the field's. */
export function useControl(own: OwnAttributes): OwnAttributes {
  const field = useContext(ControlContext);
  return {
    id: own.id ?? field?.id,
    "aria-describedby": own["aria-describedby"] ?? field?.describedBy,
    "aria-invalid": own["aria-invalid"] ?? (field?.invalid || undefined),
    "aria-required": own["aria-required"] ?? (field?.required || undefined),
  };
}

/** The same for a group of controls, which a label cannot point at: it is named by the label's id. */
export function useControlGroup(own: OwnAttributes & { "aria-labelledby"?: string | undefined }) {
  const field = useContext(ControlContext);
  return { ...useControl(own), "aria-labelledby": own["aria-labelledby"] ?? field?.labelId };
}
