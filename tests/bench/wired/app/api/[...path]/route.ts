import { openDatabase } from "@/lib/server/platform/db/client";

export const dynamic = "force-dynamic";

let rows: unknown = [];

/** What the list under test has answered, kept to be answered again. */
export async function POST(request: Request): Promise<Response> {
  rows = await request.json();
  return Response.json({});
}

/** One statement that finds one row, as little as a call can ask of the database. */
export async function GET(): Promise<Response> {
  const { pool } = await openDatabase();
  await pool.query("select id from accounts where id = $1", ["none"]);
  return Response.json(rows);
}
