/** What an app can be exported as: Muster's own file, or a project for another system. */
export const exportFormats = ["muster", "crewai", "openai-agents"] as const;
export type ExportFormat = (typeof exportFormats)[number];
