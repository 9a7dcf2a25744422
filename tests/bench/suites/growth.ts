import type pg from "pg";
import { callJson, newApp, newPerson, newSession, type Person } from "../people";
import { removeFolder, startServer, throwAwayFolder } from "../place";
import type { Row } from "../report";
import { withDatabase } from "../seed";
import { median } from "../stats";

const sizes = [10_000, 100_000, 1_000_000];
const repeats = 15;

/** Some of 4,096 words, so that each occurs in some hundredths of the previews. */
const words = (count: number, seed: string) =>
  `(select string_agg(substr(md5((hashint4(n * 31 + k * 7 + ${seed}) & 4095)::text), 1, 7), ' ') from generate_series(1, ${count}) k)`;

/** Copies a session until there are so many, each with a name and preview of its own. */
async function fill(pool: pg.Pool, sessionId: string, from: number, to: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select column_name name from information_schema.columns where table_schema = 'public' and table_name = 'sessions'",
  );
  const values: Record<string, string> = {
    id: "t.id || '-' || n",
    name: `'Session ' || n || ' ' || ${words(3, "1")}`,
    preview_text: words(25, "2"),
    date_created: "t.date_created - n * interval '1 second'",
    date_updated: "t.date_updated - n * interval '1 second'",
  };
  const columns = rows.map(({ name }) => name);
  await pool.query("set statement_timeout = 0");
  await withoutTextIndex(pool, () =>
    pool.query(
      `insert into sessions (${columns.join(", ")}) select ${columns.map((name) => values[name] ?? `t.${name}`).join(", ")}
       from sessions t, generate_series(${from}, ${to - 1}) n where t.id = $1`,
      [sessionId],
    ),
  );
  await pool.query("vacuum analyze sessions");
  await pool.query("vacuum analyze session_texts");
}

/** Adds the texts of new sessions and their index afterwards, which takes a tenth of the time of one row after the other. */
async function withoutTextIndex(pool: pg.Pool, insert: () => Promise<unknown>): Promise<void> {
  const { rows } = await pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname = 'session_texts_search'",
  );
  await pool.query("drop index if exists session_texts_search");
  await pool.query("alter table sessions disable trigger session_texts_added");
  await insert();
  await pool.query(
    `insert into session_texts (session_id, name, preview) select id, name, preview_text from sessions s
     where not exists (select from session_texts t where t.session_id = s.id)`,
  );
  await pool.query("alter table sessions enable trigger session_texts_added");
  for (const { indexdef } of rows) await pool.query(indexdef);
}

async function msOf(person: Person, path: string): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < repeats; i += 1) {
    const started = performance.now();
    await callJson<object>(person, `/${person.slug}/${path}`);
    taken.push(performance.now() - started);
  }
  return median(taken.slice(3));
}

/** How lists and searches grow with the sessions of a team. */
export async function growth(): Promise<Row[]> {
  const dataDir = throwAwayFolder();
  const server = await startServer({ dataDir });
  try {
    const person = await newPerson(server.url);
    const sessionId = await newSession(person, await newApp(person, "demo-chat"));
    const rows: Row[] = [];
    let have = 1;
    for (const size of sizes) {
      await withDatabase(dataDir, (pool) => fill(pool, sessionId, have, size));
      have = size;
      const apps = await msOf(person, "apps.json");
      const searches = {
        "one session": `Session ${size - 7} `,
        "many sessions": "session",
        "no session": "zzyzx quartz",
      };
      const found: [string, number][] = [];
      for (const [what, q] of Object.entries(searches))
        found.push([what, await msOf(person, `sessions.json?q=${encodeURIComponent(q)}`)]);
      const count = size.toLocaleString("en-US");
      rows.push({
        name: `list of apps, ${count} sessions`,
        figure: apps,
        unit: "ms",
        bound: { of: "figure", value: 30 },
        note: "p50, one request at a time",
      });
      for (const [what, figure] of found)
        rows.push({
          name: `a search that finds ${what}, ${count} sessions`,
          figure,
          unit: "ms",
          bound: { of: "figure", value: 80 },
        });
    }
    return rows;
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
}
