import { multiply } from "../../support/multiply";
import type { MusterProcess } from "../../support/muster-process";
import { withBareApp, withWiredApp } from "../bare-app";
import { startChild } from "../child";
import { socketFolder } from "../database-counters";
import { callJson, newApp, newPerson, newSession, type Person } from "../people";
import { withServer } from "../place";
import type { Rate, RequestRate } from "../processes/request-rate";
import type { Row } from "../report";
import { withDatabase } from "../seed";
import { median, quantile } from "../stats";

const rows = 10_000;
const connections = 4;
const rounds = 3;
const seconds = 2;

interface List {
  table: string;
  path: string;
  /** Ids to ask on from: none for the first page, then ever deeper. */
  pages: { name: string; before: string | null }[];
}

/** A team with ten thousand of everything that is listed. */
async function fill(dataDir: string, person: Person): Promise<List[]> {
  const app = await newApp(person, "demo-chat");
  await newSession(person, app);
  const kinds = { models: [], agents: ["model_id"], apps: ["agent_id"], sessions: ["app_id", "agent_id"] };
  return withDatabase(dataDir, async (pool) => {
    const lists: List[] = [];
    for (const [table, references] of Object.entries(kinds)) {
      const { rows: made } = await pool.query<{ id: string }>(`select id from ${table} where team_id = $1`, [
        person.slug,
      ]);
      await multiply(pool, table, made[0]?.id ?? "", rows - 1, references);
      const at = async (offset: number) =>
        (
          await pool.query<{ id: string }>(
            `select id from ${table} where team_id = $1 order by date_created desc, id desc limit 1 offset ${offset}`,
            [person.slug],
          )
        ).rows[0]?.id ?? null;
      const path = `/${person.slug}/${table}.json?limit=20`;
      const pages = [
        { name: "first page", before: null },
        { name: "page 250", before: await at(4_979) },
        { name: "last page", before: await at(rows - 21) },
      ];
      lists.push({ table, path, pages });
    }
    return lists;
  });
}

interface Servers {
  muster: MusterProcess;
  bare: MusterProcess;
  wired: MusterProcess;
}
type Rates = Record<keyof Servers, Rate>[];

/** List calls of 20 rows compared with a bare route that runs one prepared statement and returns the same bytes from memory. */
export async function lists(): Promise<Row[]> {
  const child = startChild<RequestRate>("request-rate.ts");
  try {
    return await withServer({}, (muster, dataDir) =>
      withBareApp({ BENCH_DATABASE: socketFolder(dataDir) }, (bare) =>
        withWiredApp(dataDir, async (wired) => {
          const person = await newPerson(muster.url);
          const found: Row[] = [];
          const all: Rates = [];
          for (const { table, path, pages } of await fill(dataDir, person)) {
            for (const { name, before } of pages) {
              const address = `${path}${before ? `&before=${before}` : ""}`;
              const body = await callJson<object>(person, address);
              await callJson(bare, "/list", body);
              await callJson(wired, "/forms/list", body);
              const rates = await measure(child, { muster, bare, wired }, address, person.token);
              found.push(rowOf(`${table}, ${name} of ${rows.toLocaleString("en-GB")}`, rates, "muster"));
              all.push(...rates);
            }
          }
          const { bound: _none, ...ceiling } = rowOf(
            "route with Muster's rewrites and guard, one statement",
            all,
            "wired",
          );
          return [...found, ceiling];
        }),
      ),
    );
  } finally {
    await child.end();
  }
}

async function measure(
  child: ReturnType<typeof startChild<RequestRate>>,
  { muster, bare, wired }: Servers,
  path: string,
  token: string,
): Promise<Rates> {
  const rates: Rates = [];
  // The first round warms.
  for (let i = 0; i <= rounds; i += 1) {
    const here = { connections, seconds: i === 0 ? 1 : seconds };
    rates.push({
      bare: await child.ask({ url: `${bare.url}/list`, ...here }),
      muster: await child.ask({ url: muster.url + path, token, ...here }),
      wired: await child.ask({ url: `${wired.url}/x/list.json`, ...here }),
    });
  }
  return rates.slice(1);
}

function rowOf(name: string, rates: Rates, of: "muster" | "wired"): Row {
  const times = rates.flatMap((rate) => rate[of].times);
  const bytes = rates[0]?.[of].bytes ?? 0;
  const aSecond = (server: keyof Servers) => median(rates.map((rate) => rate[server].aSecond));
  const ofWired = of === "muster" ? `, ${(aSecond(of) / aSecond("wired")).toFixed(2)} × the guarded route` : "";
  return {
    name,
    figure: aSecond(of),
    unit: "requests/s",
    baseline: { name: "bare Next route with one prepared statement", figure: aSecond("bare") },
    bound: { of: "ratio", value: 0.6, atLeast: true },
    note: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${bytes} bytes, ${connections} connections${ofWired}`,
  };
}
