import { type Answered, type Asked, serveService } from "../service/serve";

export interface Column {
  name: string;
  type: string;
  mode?: string;
  fields?: Column[];
}

/** As BigQuery sends a value: text, null, or a list of such; a TIMESTAMP in microseconds. */
export type Cell = string | null | Cell[] | { [field: string]: Cell };

export interface StoredTable {
  type?: string;
  columns: Column[];
  primaryKey?: string[];
  rows: Record<string, Cell>[];
  /** What a query over it is charged for. */
  bytes?: number;
}

export const bigqueryError = (status: number, reason: string, message: string): Answered => ({
  status,
  body: { error: { code: status, message, errors: [{ message, domain: "global", reason }], status: "INVALID" } },
});

const query =
  /^SELECT (?<columns>.+?) FROM `(?<project>[^.`]+)\.(?<dataset>[^.`]+)\.(?<table>[^`]+)`(?: WHERE `(?<where>[^`]+)` >= CAST\(@from AS (?<cast>\w+)\))?(?: ORDER BY `(?<order>[^`]+)`)?$/;

interface Job {
  columns: Column[];
  rows: Record<string, Cell>[];
  /** Asked so often before it is done. */
  waits: number;
}

const wire = (column: Column, cell: Cell): unknown => {
  if (column.mode === "REPEATED")
    return (cell as Cell[]).map((one) => ({ v: wire({ ...column, mode: undefined }, one) }));
  if (column.type === "RECORD" && cell !== null)
    return {
      f: (column.fields ?? []).map((one) => ({ v: wire(one, (cell as Record<string, Cell>)[one.name] ?? null) })),
    };
  return cell;
};

/** Google BigQuery: metadata, query jobs over a snapshot, and their results from any row on. */
export async function startBigqueryStandin(token: string) {
  const tables = new Map<string, StoredTable>();
  const jobs = new Map<string, Job>();
  const statements: { sql: string; from?: string }[] = [];
  let waits = 0;

  const order = (column: Column | undefined, cell: Cell): bigint | string => {
    if (cell === null) return column?.type === "DATE" ? "" : -(10n ** 30n);
    return column?.type === "DATE" || column?.type === "DATETIME" ? String(cell) : BigInt(String(cell));
  };

  function insert({ body }: Asked): Answered {
    const { configuration, jobReference } = body as {
      configuration: {
        dryRun?: boolean;
        query: {
          query: string;
          maximumBytesBilled?: string;
          queryParameters?: { parameterValue: { value: string } }[];
        };
      };
      jobReference: { jobId: string };
    };
    const reference = { ...jobReference, projectId: "standin", location: "EU" };
    const { query: sql, maximumBytesBilled, queryParameters = [] } = configuration.query;
    if (configuration.dryRun) return { body: { jobReference: reference, status: { state: "DONE" } } };
    const asked = query.exec(sql)?.groups;
    const table = asked && tables.get(`${asked.dataset}.${asked.table}`);
    if (!asked || !table) return bigqueryError(400, "invalidQuery", `Syntax error in ${sql}`);
    const names = [...(asked.columns ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const columns = names.map((name) => table.columns.find((one) => one.name === name));
    const unknown = columns.indexOf(undefined);
    if (unknown >= 0) return bigqueryError(400, "invalidQuery", `Unrecognized name: ${names[unknown]} at [1:8]`);
    const { bytes = 0 } = table;
    if (maximumBytesBilled === undefined || bytes > Number(maximumBytesBilled)) {
      const message = `Query exceeded limit for bytes billed: ${maximumBytesBilled}. ${bytes} or higher required.`;
      return bigqueryError(400, "bytesBilledLimitExceeded", message);
    }
    const from = queryParameters[0]?.parameterValue.value;
    statements.push({ sql, from });
    const by = table.columns.find(({ name }) => name === asked.order);
    const least = from === undefined ? undefined : by?.type === "TIMESTAMP" ? microsOf(from) : from;
    const rows = table.rows
      .filter((row) => least === undefined || order(by, row[by?.name ?? ""] ?? null) >= order(by, least))
      .map((row) => ({ ...row }));
    if (by)
      rows.sort((one, other) => {
        const [first, second] = [order(by, one[by.name] ?? null), order(by, other[by.name] ?? null)];
        return first < second ? -1 : first > second ? 1 : 0;
      });
    jobs.set(reference.jobId, { columns: columns.filter((one) => one !== undefined), rows, waits });
    return { body: { jobReference: reference, status: { state: "RUNNING" } } };
  }

  function results(id: string, { query: asked }: Asked): Answered {
    const job = jobs.get(id);
    if (!job) return bigqueryError(404, "notFound", `Not found: Job standin:EU.${id}`);
    if (job.waits > 0) {
      job.waits -= 1;
      return { body: { jobComplete: false, jobReference: { jobId: id } } };
    }
    const from = Number(asked.get("startIndex") ?? 0);
    const count = Number(asked.get("maxResults") ?? 10);
    const rows = job.rows.slice(from, from + count);
    const sent = rows.map((row) => ({ f: job.columns.map((one) => ({ v: wire(one, row[one.name] ?? null) })) }));
    const schema = { fields: job.columns };
    return { body: { jobComplete: true, totalRows: String(job.rows.length), schema, rows: sent } };
  }

  const service = await serveService((asked) => {
    if (asked.headers.authorization !== `Bearer ${token}`)
      return bigqueryError(401, "authError", "Invalid Credentials");
    const path = asked.path.replace("/bigquery/v2/projects/standin", "");
    if (path === "/jobs") return insert(asked);
    const job = /^\/queries\/(.+)$/.exec(path)?.[1];
    if (job) return results(job, asked);
    if (path === "/datasets") {
      const names = [...new Set([...tables.keys()].map((name) => name.split(".")[0]))];
      return { body: { datasets: names.map((datasetId) => ({ datasetReference: { datasetId } })) } };
    }
    const [, dataset = "", id] = /^\/datasets\/([^/]+)\/tables(?:\/([^/]+))?$/.exec(path) ?? [];
    if (id === undefined) {
      const names = [...tables.keys()].filter((name) => name.startsWith(`${dataset}.`));
      return {
        body: { tables: names.map((name) => ({ tableReference: { tableId: name.slice(dataset.length + 1) } })) },
      };
    }
    const table = tables.get(`${dataset}.${id}`);
    if (!table) return bigqueryError(404, "notFound", `Not found: Table standin:${dataset}.${id}`);
    return {
      body: {
        type: table.type ?? "TABLE",
        location: "EU",
        schema: { fields: table.columns },
        ...(table.primaryKey && { tableConstraints: { primaryKey: { columns: table.primaryKey } } }),
      },
    };
  });

  return {
    ...service,
    tables,
    statements,
    /** Results are kept for a day. */
    forgetJobs: () => jobs.clear(),
    makeSlow: (times: number) => {
      waits = times;
    },
  };
}

/** A time as a TIMESTAMP travels. */
export const microsOf = (time: string): string => String(BigInt(Date.parse(time)) * 1_000n);
