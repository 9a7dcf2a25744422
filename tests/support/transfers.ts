import type { ExportFormat } from "@/lib/constants/export-formats";
import { type ImportPreview, type ImportTodo, transfers } from "@/lib/contract/transfers/schemas";
import { callAs, expectOk, type Person, type Reply } from "./client";
import { type Files, formOf } from "./datasources";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

export const exportReply = (person: Person, appId: string, format?: ExportFormat): Promise<Reply> =>
  callAs(transfers.export, { token: person.token, params: { resourceSlug: person.slug, appId }, query: { format } });

export const exportReportReply = (person: Person, appId: string, format?: ExportFormat): Promise<Reply> =>
  callAs(transfers.exportReport, {
    token: person.token,
    params: { resourceSlug: person.slug, appId },
    query: { format },
  });

/** The text of an app's file. */
export async function exported(person: Person, appId: string): Promise<string> {
  const { status, response } = await exportReply(person, appId);
  if (status !== 200) throw new Error(`Expected a file, got ${status}: ${await response.text()}`);
  return response.text();
}

/** But for when it was made. */
export const undated = (text: string): string => text.replace(/^exported: .*\n/m, "");

interface Sent {
  text: string;
  choices?: object;
  mapping?: object;
  schedule?: boolean;
}

export const previewReply = (person: Person, sent: object): Promise<Reply> =>
  callAs(transfers.preview, { ...to(person), body: { ...sent } });

export const preview = async (person: Person, sent: Sent): Promise<ImportPreview> =>
  ((await expectOk(previewReply(person, sent))) as { preview: ImportPreview }).preview;

export const importReply = (person: Person, sent: object): Promise<Reply> =>
  callAs(transfers.import, { ...to(person), body: { ...sent } });

/** Looks at a file and imports it so. */
export async function imported(person: Person, sent: Sent): Promise<{ _id: string; todo: ImportTodo[] }> {
  const { fingerprint } = await preview(person, sent);
  return (await expectOk(importReply(person, { ...sent, fingerprint }))) as { _id: string; todo: ImportTodo[] };
}

/** A form with files; other fields are JSON, unless they are texts. */
function uploadsOf(files: Files, fields: Record<string, unknown>): FormData {
  const entries = Object.entries(fields);
  const texts = entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  return formOf(files, Object.fromEntries(texts), "files");
}

export const previewFilesReply = (person: Person, files: Files, fields = {}): Promise<Reply> =>
  callAs(transfers.preview, { ...to(person), body: uploadsOf(files, fields) });

export const previewFiles = async (person: Person, files: Files, fields = {}): Promise<ImportPreview> =>
  ((await expectOk(previewFilesReply(person, files, fields))) as { preview: ImportPreview }).preview;

export const importFilesReply = (person: Person, files: Files, fields: object): Promise<Reply> =>
  callAs(transfers.import, { ...to(person), body: uploadsOf(files, { ...fields }) });

/** Looks at files and imports them so. Returns the app's id. */
export async function importedFiles(person: Person, files: Files, fields = {}): Promise<string> {
  const { fingerprint } = await previewFiles(person, files, fields);
  return String((await expectOk(importFilesReply(person, files, { ...fields, fingerprint })))._id);
}

/** The sentences of a refusal. */
export function sentencesOf({ body }: Reply): string[] {
  const { error, issues = [] } = body as { error?: string; issues?: { message: string }[] };
  return issues.length > 0 ? issues.map(({ message }) => message) : [String(error)];
}

/** A file of a process with one function tool, whose secret `KEY` is YAML, and an agent of the model `M`. */
export const toolFile = (code: string, key: string): string => `muster: 1
kind: app
app: { name: Process, type: process, tasks: [Write] }
agents: [{ name: Writer, role: a writer, goal: Write, backstory: None., model: M, tools: [Doubler] }]
tasks: [{ name: Write, description: Do it., expectedOutput: A text., agent: Writer }]
tools:
  - name: Doubler
    type: function
    functionName: doubler
    definition:
      language: javascript
      code: ${JSON.stringify(code)}
      parameters: { type: object }
      environmentVariables: { KEY: ${key} }
models: [{ name: M, provider: demo, model: "demo-chat:ttft=1,tps=2000" }]
`;
