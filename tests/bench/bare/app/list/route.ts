import pg from "pg";

export const dynamic = "force-dynamic";

const pool = new pg.Pool({ host: process.env.BENCH_DATABASE, user: "muster", database: "muster" });
const statement = { name: "list", text: "select id from accounts where id = $1", values: ["none"] };

let rows: unknown = [];

/** What the list under test has answered, kept to be answered again. */
export async function POST(request: Request): Promise<Response> {
  rows = await request.json();
  return Response.json({});
}

/** One prepared statement that finds nothing, as little as a call can ask of the database. */
export async function GET(): Promise<Response> {
  await pool.query(statement);
  return Response.json(rows);
}
