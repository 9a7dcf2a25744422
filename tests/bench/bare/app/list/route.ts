export const dynamic = "force-dynamic";

let rows: unknown = [];

/** What the list under test has answered, kept to be answered again. */
export async function POST(request: Request): Promise<Response> {
  rows = await request.json();
  return Response.json({});
}

export const GET = (): Response => Response.json(rows);
