import type { PublicationWay } from "@/lib/constants/publications";
import { type Publication, type PublicationCall, publications } from "@/lib/contract/publications/schemas";
import { resolveKey } from "@/lib/server/resources/publications/service";
import { startPublicationRun } from "@/lib/server/resources/publications/start";
import { callAs, expectOk, type Person } from "./client";
import { testDatabase } from "./database";
import { newApp } from "./sessions";

export interface Published {
  person: Person;
  appId: string;
  publicationId: string;
  key: string;
}

export const ofPublication = ({ token, slug }: Pick<Person, "token" | "slug">, publicationId: string) => ({
  token,
  params: { resourceSlug: slug, publicationId },
});

/** A publication of the app, by default of a new one, that can be used as OpenAI's API. */
export async function publish(person: Person, body: object = {}, of?: string): Promise<Published> {
  const appId = of ?? (await newApp(person));
  const call = { token: person.token, params: { resourceSlug: person.slug } };
  const form = { name: "Website", appId, ways: { openai: true }, ...body };
  const { _id, key } = await expectOk(callAs(publications.add, { ...call, body: form }));
  return { person, appId, publicationId: String(_id), key: String(key) };
}

export const edit = ({ person, publicationId }: Published, body: object, as = person) =>
  callAs(publications.edit, { ...ofPublication({ ...person, token: as.token }, publicationId), body: { ...body } });

export async function read({ person, publicationId }: Published): Promise<Publication> {
  const { publication } = await expectOk(callAs(publications.get, ofPublication(person, publicationId)));
  return publication as Publication;
}

export async function readCalls({ person, publicationId }: Published): Promise<PublicationCall[]> {
  const { calls } = await expectOk(callAs(publications.calls, ofPublication(person, publicationId)));
  return calls as PublicationCall[];
}

/** The caller of the key, as an adapter finds it. */
export async function callerOf({ key }: Pick<Published, "key">, way: PublicationWay = "openai") {
  const { db } = await testDatabase();
  return resolveKey(db, key, way);
}

export async function start(
  published: Pick<Published, "key">,
  form: Partial<Parameters<typeof startPublicationRun>[2]> = {},
) {
  const { db } = await testDatabase();
  return startPublicationRun(db, await callerOf(published), { message: "Hello", bytes: 100, ...form });
}
