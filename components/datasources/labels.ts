import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  FilePen,
  Layers,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import { connectors, isConnectorId } from "@/lib/constants/connectors";
import {
  type ChunkStrategy,
  type DatasourceStatus,
  type DocumentStage,
  type JobStatus,
  pausedPrefix,
  type Stage,
} from "@/lib/constants/datasources";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { Schedule } from "@/lib/contract/datasources/settings";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { describeSchedule } from "@/lib/utils/schedule/describe-schedule";

interface StatusLabel {
  label: string;
  icon: LucideIcon;
  tone: Tone;
  spins?: true;
}

const statuses: Record<DatasourceStatus, StatusLabel> = {
  draft: { label: "Setup incomplete", icon: FilePen, tone: "neutral" },
  ready: { label: "Ready", icon: CircleCheck, tone: "success" },
  syncing: { label: "Syncing", icon: RefreshCw, tone: "info", spins: true },
  embedding: { label: "Embedding", icon: Layers, tone: "info" },
  error: { label: "Failed", icon: CircleAlert, tone: "danger" },
};

const queued: StatusLabel = { label: "Queued", icon: CircleDashed, tone: "info" };

/** Whether a job is running or queued. */
export const isInProgress = ({ status, inProgress }: Pick<Datasource, "status" | "inProgress">): boolean =>
  inProgress || status === "syncing" || status === "embedding";

/** Whether the schedule is paused because the plan no longer allows it. */
export const isPaused = ({ schedule, statusMessage }: Pick<Datasource, "schedule" | "statusMessage">): boolean =>
  schedule.type === "cron" && statusMessage?.startsWith(pausedPrefix) === true;

/** Returns the label of a datasource's status. */
export function datasourceStatusLabel(
  datasource: Pick<Datasource, "status" | "inProgress" | "recordCount">,
): StatusLabel {
  const { status, inProgress, recordCount } = datasource;
  const { failed } = recordCount;
  if (inProgress && (status === "ready" || status === "error")) return queued;
  if (status === "ready" && failed > 0)
    return { label: `Ready, ${failed} failed`, icon: TriangleAlert, tone: "warning" };
  return statuses[status];
}
export const statusOptions = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));

const stageLabels: Record<DocumentStage, StatusLabel> = {
  fetched: { label: "Fetched", icon: CircleDashed, tone: "info" },
  parsed: { label: "Read", icon: CircleDashed, tone: "info" },
  chunked: { label: "Chunked", icon: CircleDashed, tone: "info" },
  embedded: { label: "Embedded", icon: CircleDashed, tone: "info" },
  stored: { label: "Stored", icon: CircleCheck, tone: "success" },
  failed: { label: "Failed", icon: CircleAlert, tone: "danger" },
  skipped: { label: "Excluded", icon: Ban, tone: "neutral" },
};
export const stageLabel = (stage: DocumentStage): StatusLabel => stageLabels[stage];
export const stageOptions = Object.entries(stageLabels).map(([value, { label }]) => ({ value, label }));

/** What a stage does, as in "Failed: …". */
export const stageWork: Record<Stage, string> = {
  fetched: "fetching",
  parsed: "reading",
  chunked: "chunking",
  embedded: "embedding",
  stored: "storing",
};

/** Returns where a document comes from, if that says more than its title. */
export const documentOrigin = ({ stream, uri, filename, title }: KnowledgeDocument): string | null =>
  stream || uri || (filename === title ? null : filename);

/** The units of a stage's output, singular and plural. */
export const stageUnits: Record<Stage, [one: string, many: string]> = {
  fetched: ["document", "documents"],
  parsed: ["page", "pages"],
  chunked: ["chunk", "chunks"],
  embedded: ["chunk", "chunks"],
  stored: ["chunk", "chunks"],
};

export const jobLabels: Record<JobStatus, StatusLabel> = {
  queued: { label: "Queued", icon: CircleDashed, tone: "neutral" },
  running: { label: "Running", icon: RefreshCw, tone: "info", spins: true },
  waiting: { label: "Waiting", icon: CircleDashed, tone: "warning" },
  completed: { label: "Completed", icon: CircleCheck, tone: "success" },
  failed: { label: "Failed", icon: CircleAlert, tone: "danger" },
  cancelled: { label: "Canceled", icon: Ban, tone: "neutral" },
};

export const fileSource = "file";

/** Returns the label of a source type. */
export function sourceLabel(sourceType: string): string {
  if (sourceType === fileSource) return "Files";
  if (sourceType === "website") return "Website";
  return isConnectorId(sourceType) ? connectors[sourceType] : "Airbyte";
}

export const scheduleLabel = (schedule: Schedule): string =>
  schedule.type === "manual" ? "Manual" : describeSchedule(schedule);

export const strategyLabels: Record<ChunkStrategy, { label: string; help: string }> = {
  recursive: { label: "Paragraphs", help: "Splits at paragraphs, then sentences. Best for most content." },
  markdown: {
    label: "Headings",
    help: "One chunk per section, split further if too long. For manuals and wikis.",
  },
  page: {
    label: "Pages",
    help: "Never splits across pages, so citations name one page. For PDFs and slides.",
  },
  row: {
    label: "Rows",
    help: "One chunk per table row, with column names. For spreadsheets and CSV.",
  },
};

/** Returns the wizard's path that completes a draft. */
export const draftHref = (slug: string, { _id, sourceType }: Pick<Datasource, "_id" | "sourceType">): string =>
  `/${slug}/connections/add?source=${encodeURIComponent(sourceType)}&draft=${_id}#step3`;
