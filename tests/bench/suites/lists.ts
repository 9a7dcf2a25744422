import type { MusterProcess } from "../../support/muster-process";
import { withBareApp } from "../bare-app";
import { startChild } from "../child";
import { callJson, newApp, newPerson, newSession, type Person } from "../people";
import { withServer } from "../place";
import type { Rate, RequestRate } from "../processes/request-rate";
import type { Row } from "../report";
import { multiply, withDatabase } from "../seed";
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

/** List calls of 20 rows beside a bare route that answers the same bytes from memory. */
export async function lists(): Promise<Row[]> {
  const child = startChild<RequestRate>("request-rate.ts");
  try {
    return await withBareApp({}, (bare) =>
      withServer({}, async (server, dataDir) => {
        const person = await newPerson(server.url);
        const found: Row[] = [];
        for (const { table, path, pages } of await fill(dataDir, person)) {
          for (const { name, before } of pages) {
            const address = `${path}${before ? `&before=${before}` : ""}`;
            await keep(bare, await callJson<object>(person, address));
            const rates = await measure(child, bare, server, address, person.token);
            found.push(rowOf(`${table}, ${name}`, rates));
          }
        }
        return found;
      }),
    );
  } finally {
    await child.end();
  }
}

async function keep(bare: MusterProcess, body: object): Promise<void> {
  await callJson(bare, "/list", body);
}

type Rates = { muster: Rate; bare: Rate }[];

async function measure(
  child: ReturnType<typeof startChild<RequestRate>>,
  bare: MusterProcess,
  server: MusterProcess,
  path: string,
  token: string,
): Promise<Rates> {
  const rates: Rates = [];
  // The first round warms.
  for (let i = 0; i <= rounds; i += 1) {
    const here = { connections, seconds: i === 0 ? 1 : seconds };
    const beside = await child.ask({ url: `${bare.url}/list`, ...here });
    rates.push({ bare: beside, muster: await child.ask({ url: server.url + path, token, ...here }) });
  }
  return rates.slice(1);
}

function rowOf(name: string, rates: Rates): Row {
  const times = rates.flatMap(({ muster }) => muster.times);
  const bytes = rates[0]?.muster.bytes ?? 0;
  return {
    name: `${name} of ${rows.toLocaleString("en-GB")}`,
    figure: median(rates.map(({ muster }) => muster.aSecond)),
    unit: "a second",
    baseline: { name: "bare Next route", figure: median(rates.map(({ bare }) => bare.aSecond)) },
    bound: { of: "ratio", value: 0.5, atLeast: true },
    note: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, ${bytes} bytes, ${connections} connections`,
  };
}
