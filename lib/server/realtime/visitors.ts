import { type Visitor, visitorNow } from "../auth/visitor";
import { openDatabase } from "../db/client";
import { notFound } from "../http/errors";
import { visitorSession } from "../sessions/service";
import { accountRoom, appVisitorsRoom, linkRoom, teamVisitorsRoom, tokenRoom } from "./rooms";

/** Rooms whose cut ends what a visitor has open. */
export function visitorRooms({ link, app, visitor, account, session }: Visitor): string[] {
  const rooms = [tokenRoom(visitor.id), linkRoom(link.id), appVisitorsRoom(app.id), teamVisitorsRoom(link.teamId)];
  if (session) rooms.push(tokenRoom(session.id));
  return account ? [...rooms, accountRoom(account.id)] : rooms;
}

/** The visitor of a session of their own, as everything stands now. Throws 404 for any other session, and once they are out. */
export async function visitorIn(token: string, sessionId: string): Promise<Visitor> {
  const { db } = await openDatabase();
  const visitor = await visitorNow(db, token);
  if (!visitor) throw notFound("This session");
  await visitorSession(db, visitor, sessionId);
  return visitor;
}
