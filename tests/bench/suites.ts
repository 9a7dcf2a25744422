import type { SuiteOptions } from "./options";
import type { Row } from "./report";
import { budgets } from "./suites/budgets";
import { cancel } from "./suites/cancel";
import { dev } from "./suites/dev";
import { firstAnswer } from "./suites/first-answer";
import { growth } from "./suites/growth";
import { idle } from "./suites/idle";
import { ingest } from "./suites/ingest";
import { install } from "./suites/install";
import { lists } from "./suites/lists";
import { long } from "./suites/long";
import { pages } from "./suites/pages";
import { processes } from "./suites/processes";
import { publications } from "./suites/publications";
import { retrieval, search } from "./suites/retrieval";
import { sessionsSuite } from "./suites/sessions";
import { start } from "./suites/start";
import { streams } from "./suites/streams";
import { survival } from "./suites/survival";
import { telemetry } from "./suites/telemetry";
import { tools } from "./suites/tools";
import { vectors } from "./suites/vectors";

export const suites: Record<string, (options: SuiteOptions) => Promise<Row[]>> = {
  start,
  idle,
  streams,
  long,
  survival,
  cancel,
  budgets,
  processes,
  publications,
  telemetry,
  lists,
  growth,
  sessions: sessionsSuite,
  pages,
  vectors,
  retrieval,
  search,
  ingest,
  tools,
  install,
  "first-answer": firstAnswer,
  dev,
};
