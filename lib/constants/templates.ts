/** The templates in the order of the gallery. Each is a file in `public/templates`. */
export const templateIds = [
  "support",
  "research-report",
  "expense-approval",
  "contract-questions",
  "meeting-notes",
  "database-questions",
  "release-notes",
  "onboarding-buddy",
  "launch-team",
] as const;
export type TemplateId = (typeof templateIds)[number];

/** The name of the model in the files of templates. */
export const templateModel = "Offline demo";

/**
 * The data source of a template: its name in the template's file, and its description, which its search tool has too. Its
 * sample documents are in the template's folder.
 */
export const templateKnowledge: Partial<Record<TemplateId, { name: string; description: string }>> = {
  support: {
    name: "Help center",
    description: "Articles for customers: orders, delivery, returns, refunds, warranty, accounts and payment.",
  },
  "contract-questions": {
    name: "Contracts",
    description: "The text of our contracts. Search it for questions about terms, dates, prices and obligations.",
  },
  "onboarding-buddy": {
    name: "Company handbook",
    description: "The employee handbook: first weeks, working hours, time off, equipment, expenses and security.",
  },
};
