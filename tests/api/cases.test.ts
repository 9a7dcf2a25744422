import { expect, it } from "vitest";
import { cases } from "@/lib/contract/cases/schemas";
import { retrievalCases } from "@/lib/server/platform/db/tables/datasources";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { atDatasource, documentsOf, upload } from "../support/datasources";

it("a datasource never has more than 200 test questions, however many are added at once", async () => {
  const ada = await newPerson();
  const { datasourceId } = await upload(ada, { "quay.txt": "The quay closes at ten." });
  const [document] = await documentsOf(ada, datasourceId);
  const documentIds = [String(document?._id)];
  const { db } = await testDatabase();
  const row = () => ({ id: newId("case"), teamId: ada.slug, datasourceId, query: "When?", documentIds });
  await db.insert(retrievalCases).values(Array.from({ length: 195 }, row));
  const add = () => callAs(cases.add, { ...atDatasource(ada, datasourceId), body: { query: "When?", documentIds } });
  const replies = await Promise.all(Array.from({ length: 20 }, add));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  for (const { status, body } of replies.filter((reply) => reply.status !== 200))
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: "A data source can have up to 200 test cases." },
    });
  const listed = await expectOk(callAs(cases.list, atDatasource(ada, datasourceId)));
  expect(listed.cases).toHaveLength(200);
});
