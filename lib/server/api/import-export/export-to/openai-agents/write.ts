import type { ExportWriter } from "../shared/exported";
import { reportExport } from "../shared/report";
import { writeReport } from "../shared/write-report";
import { writeAgents } from "./agents";
import { helpersText } from "./helpers-text";
import { writeMain } from "./main";
import { createSketchNames } from "./names";
import { writeProjectFiles } from "./project-files";
import { describeSketch } from "./target";
import { writeServers, writeTools } from "./tools";

const start = `A sketch for the OpenAI Agents SDK in TypeScript, exported from Muster. Read the code in the folder “tools” before you
run it. Node 22.18 or later runs it without a build.

\`\`\`sh
cp .env.example .env
npm install
npm start
\`\`\``;

/** Writes an app as a program for the OpenAI Agents SDK. */
export const writeOpenAiAgents: ExportWriter = (file) => {
  const names = createSketchNames(file);
  const report = reportExport(file, describeSketch(file));
  const files = [
    { path: "REPORT.md", text: writeReport(file.app.name, start, report) },
    { path: "main.ts", text: writeMain(file, names) },
    { path: "agents.ts", text: writeAgents(file, names) },
    { path: "tools.ts", text: writeTools(file.tools, names) },
    { path: "mcp.ts", text: writeServers(file.tools, names) },
    { path: "muster.ts", text: helpersText },
    ...writeProjectFiles(file, names),
  ];
  return { files, report };
};
