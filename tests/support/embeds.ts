import { SignJWT } from "jose";
import { publications } from "@/lib/contract/publications/schemas";
import { callAs, expectOk } from "./client";
import { ofPublication, type Published, publish } from "./publications";
import { begin, type Visitor } from "./visitors";

export const site = "https://shop.example";

/** A publication of a new app that the website may embed. */
export const embedApp = (person: Published["person"], body: object = {}): Promise<Published> =>
  publish(person, { ways: { embed: true }, origins: [site], ...body });

/** The link of a publication has its id. */
export const linkOf = ({ person, appId, publicationId }: Published): Visitor["link"] => ({
  slug: person.slug,
  appId,
  shareId: publicationId,
});

/** A visitor's new conversation, as the page in the frame starts it. */
export async function embedVisit(published: Published, token?: string, body: object = {}): Promise<Visitor> {
  const link = linkOf(published);
  const made = await expectOk(begin(link, token, { ...body }));
  return { link, token: String(made.visitorToken), sessionId: String(made._id) };
}

export async function identitySecret({ person, publicationId }: Published): Promise<string> {
  const { identitySecret: secret } = await expectOk(
    callAs(publications.rotateIdentity, { ...ofPublication(person, publicationId), body: {} }),
  );
  return String(secret);
}

export const sign = (secret: string, subject: string, expires = "5m", alg = "HS256"): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg })
    .setSubject(subject)
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
