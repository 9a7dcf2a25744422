import type { ExportWriter } from "../shared/exported";
import { listDecisions } from "../shared/process";
import { reportExport } from "../shared/report";
import { writeReport } from "../shared/write-report";
import { nameAgents, writeAgents } from "./agents";
import { writeCrew } from "./crew";
import { nameSchemas, writeProjectFiles } from "./project-files";
import { describeCrew } from "./target";
import { writeToolFiles } from "./tool-files";
import { planTools } from "./tools";

const start = `A CrewAI project, exported from Muster. Read the code in the folder “tools” before you run it.

\`\`\`sh
cp .env.example .env
crewai install
crewai run
\`\`\``;

/** Writes an app as a project of CrewAI: `crew.jsonc`, a file for each agent, and modules for tools. */
export const writeCrewai: ExportWriter = (file) => {
  const tools = planTools(file);
  const agents = nameAgents(file);
  const schemas = nameSchemas(file);
  const decided = new Set(listDecisions(file.app).flatMap(({ after }) => after));
  const report = reportExport(file, describeCrew(file, tools));
  const files = [
    { path: "REPORT.md", text: writeReport(file.app.name, start, report) },
    { path: "crew.jsonc", text: writeCrew(file, { agents, tools, schemas, decided }) },
    ...writeAgents(file, agents, tools),
    ...writeToolFiles(file, tools),
    ...writeProjectFiles(file, schemas),
  ];
  return { files, report };
};
