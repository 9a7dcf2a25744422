import { telemetry as contract } from "@/lib/contract/telemetry/schemas";
import { implement } from "../../access/calls/implement";
import { parseHeaders } from "../../engine/models/providers/shared/headers";
import { openHeaders } from "../../engine/telemetry/org-collectors";
import { currentRecipients } from "../../engine/telemetry/recipients";
import { maskSecret } from "../../platform/crypto/mask";
import { afterCommit } from "../../platform/db/after-commit";
import { invalidField } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { findTelemetry, mergeHeaders, setTelemetry } from "./actions";
import { testCollector } from "./test-collector";

const none = { endpoint: "", headers: "", includeContents: false, lastSent: null, failure: null };

implement(contract, {
  get: async ({ ctx }) => {
    const row = await findTelemetry(ctx.db, ctx.team.orgId);
    if (!row) return none;
    const headers = openHeaders(row);
    const failure = row.failure && { ...row.failure, at: new Date(row.failure.at) };
    return { ...row, headers: headers && maskSecret(headers), failure };
  },
  edit: async ({ ctx, body }) => {
    await ctx.write(async (tx) => {
      await setTelemetry(tx, ctx.team.orgId, body);
      // Other processes read the change within seconds.
      afterCommit(
        tx,
        () =>
          void currentRecipients()
            ?.refresh()
            .catch((error: unknown) => log().warn({ err: error }, "telemetry settings could not be read")),
      );
    });
    return {};
  },
  test: async ({ ctx, body }) => {
    if (body.endpoint === "") throw invalidField("endpoint", "Enter the endpoint.");
    const lines = mergeHeaders(await findTelemetry(ctx.db, ctx.team.orgId), body);
    return testCollector({ endpoint: body.endpoint, headers: parseHeaders(lines) ?? {} });
  },
});
