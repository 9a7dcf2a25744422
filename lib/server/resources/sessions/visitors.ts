import { findVisitorByToken, type Visitor } from "../../access/auth/visitor";
import {
  accountRoom,
  appVisitorsRoom,
  linkRoom,
  publicationRoom,
  teamVisitorsRoom,
  tokenRoom,
} from "../../access/broadcast/rooms";
import { openDatabase } from "../../platform/db/client";
import { notFound } from "../../platform/errors/errors";
import { getVisitorSession } from "./service";

/** Rooms whose disconnect ends a visitor's connections. */
export function listVisitorRooms({ link, app, visitor, account, session }: Visitor): string[] {
  const rooms = [tokenRoom(visitor.id), linkRoom(link.id), appVisitorsRoom(app.id), teamVisitorsRoom(link.teamId)];
  if (link.publicationId) rooms.push(publicationRoom(link.publicationId));
  if (session) rooms.push(tokenRoom(session.id));
  return account ? [...rooms, accountRoom(account.id)] : rooms;
}

/** Returns the visitor of their own session, with current access. Throws 404 for any other session, and after access is lost. */
export async function getSessionVisitor(token: string, sessionId: string): Promise<Visitor> {
  const { db } = await openDatabase();
  const visitor = await findVisitorByToken(db, token);
  if (!visitor) throw notFound("This session");
  await getVisitorSession(db, visitor, sessionId);
  return visitor;
}
