import { clipText } from "../shared/texts.ts";

/** One field for each approval. */
export const approvalFields = (texts: string[]) => ({
  requiresHumanInput: true,
  formFields: texts.map((text, i) => ({
    name: i === 0 ? "decision" : `decision_${i + 1}`,
    label: i === 0 ? "Decision" : `Decision ${i + 1}`,
    description: clipText(text, 900),
    type: "radio",
    options: ["Approve", "Reject"],
    required: true,
  })),
});
