import type { NextRequest } from "next/server";
import { dispatch } from "@/lib/server/api/http/dispatch";
import "@/lib/server/main/handlers";

export const dynamic = "force-dynamic";
export const runtime = "nodejs";

/** After a rewrite `nextUrl` still has the caller's path, which the dispatcher matches. */
const handle = (request: NextRequest) => dispatch(request, request.nextUrl.pathname);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
