import { expect, test } from "vitest";
import type { HttpDefinition } from "@/lib/contract/tools/kinds/http";
import { http } from "@/lib/server/resources/tools/types/http";

/** As stored by a version that did not resolve a document's server. */
const withDocument = (document: string) =>
  ({ source: "openapi", document, server: null, operations: [], auth: { type: "none" } }) as unknown as HttpDefinition;

test("documents without a resolved server are different addresses", () => {
  const [one, other] = ["https://one.example", "https://other.example"].map((url) => JSON.stringify({ url }));
  const addressesOf = (document = "") => http.addresses(withDocument(document));
  expect(addressesOf(one)).toEqual(addressesOf(one));
  expect(addressesOf(one)).not.toEqual(addressesOf(other));
});
