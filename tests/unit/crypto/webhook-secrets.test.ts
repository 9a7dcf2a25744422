import { expect, test } from "vitest";
import { openWebhookSecrets, replaceSecret } from "@/lib/server/resources/publications/webhook-secrets";

const place = { id: "publication_1", teamId: "team" };
const open = (webhookSecrets: ReturnType<typeof replaceSecret>["webhookSecrets"], at = place) =>
  openWebhookSecrets({ ...at, webhookSecrets });

test("two webhook secrets are valid while one replaces the other, the new one first", () => {
  const first = replaceSecret(place, [], {});
  expect(first.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(open(first.webhookSecrets)).toEqual([first.secret]);
  const second = replaceSecret(place, first.webhookSecrets, { secret: "issued by the sender", overlapHours: 1 });
  expect(open(second.webhookSecrets)).toEqual(["issued by the sender", first.secret]);
  const third = replaceSecret(place, second.webhookSecrets, { overlapHours: 0 });
  expect(open(third.webhookSecrets)).toEqual([third.secret, first.secret]);
});

test("a webhook secret cannot be read in another publication, or from what is stored", () => {
  const { secret, webhookSecrets } = replaceSecret(place, [], {});
  expect(JSON.stringify(webhookSecrets)).not.toContain(secret);
  expect(() => open(webhookSecrets, { ...place, id: "publication_2" })).toThrow();
  expect(() => open(webhookSecrets, { ...place, teamId: "other" })).toThrow();
});
