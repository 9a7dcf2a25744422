import { expect, it } from "vitest";
import type { PlanName } from "@/lib/constants/plan-names";
import { megabyte } from "@/lib/constants/plans";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import "@/lib/server/main/handlers";
import { pixel } from "../support/pixel";
import { type Owner, ownerOn } from "../support/plans";

const boundary = "muster-file";
const piece = new Uint8Array(megabyte);

/** A picture of exactly so many bytes: what follows its last chunk is nothing to it. */
async function* bodyOf(size: number): AsyncGenerator<Uint8Array> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="dot.png"\r\n\r\n`;
  yield Buffer.concat([Buffer.from(head), pixel]);
  for (let left = size - pixel.length; left > 0; left -= piece.length) yield piece.subarray(0, left);
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

async function upload({ slug, token }: Owner, size: number) {
  const address = `http://localhost:3000/${slug}/forms/asset/add`;
  const parts = bodyOf(size);
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const request = new Request(address, {
    method: "POST",
    headers: {
      [CLIENT_ADDRESS_HEADER]: "plan-files",
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
    },
    body,
    duplex: "half",
  } as RequestInit);
  const response = await dispatch(request, new URL(address).pathname);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it.each<[PlanName, number, string]>([
  ["free", 5 * megabyte, "Free plan's limit of 5 MB"],
  ["pro", 25 * megabyte, "Pro plan's limit of 25 MB"],
  ["teams", 50 * megabyte, "Teams plan's limit of 50 MB"],
  ["enterprise", 1_024 * megabyte, "Enterprise plan's limit of 1 GB"],
])(
  "a file on %s may have %d bytes and not one more",
  async (plan, most, words) => {
    const ada = await ownerOn(plan);
    expect(await upload(ada, most)).toMatchObject({ status: 200, body: { filename: expect.any(String) } });
    const error = `dot.png exceeds the ${words} per file. The server administrator can change the plan.`;
    expect(await upload(ada, most + 1)).toEqual({
      status: 413,
      body: { error, code: "too_large", limit: "maxFileBytes", max: most },
    });
  },
  120_000,
);
