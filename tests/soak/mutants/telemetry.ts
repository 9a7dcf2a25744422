import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never } from "../mutation/operation";

const server = "lib/server";
const settings = "tests/api/telemetry-settings.test.ts";

/** What leaves the server for collectors and monitoring. */
export const telemetryMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/telemetry/run-spans.ts`,
    ["tests/api/telemetry-spans.test.ts", "contents"],
    ["contents are sent unasked", "forRecipient", drop("if 1"), "8e3c3eb30e"],
  ),
  ...mutantsOf(
    `${server}/resources/telemetry/actions.ts`,
    [settings, "keeps headers"],
    ["a collector's headers follow to another address", "mergeHeaders", drop("if 1"), "cc43a8fda8"],
    ["a collector's headers replace those of HTTP", "mergeHeaders", drop("if 2"), "f7973afda8"],
  ),
  ...mutantsOf(
    `${server}/platform/telemetry/span-queue.ts`,
    ["tests/api/telemetry-trouble.test.ts", "hangs"],
    ["spans for a collector that hangs pile up", "createSpanQueue", drop("if 2"), "70c8249922"],
  ),
  ...mutantsOf(
    `${server}/platform/metrics/handle-metrics.ts`,
    ["tests/api/metrics.test.ts", "turned off"],
    ["metrics are served without a token", "respond", drop("if 3"), "b7edd4b5ea"],
  ),
  ...mutantsOf(
    `${server}/main/start.ts`,
    ["tests/api/metrics.test.ts", "METRICS_PORT"],
    [
      "the server of metrics is taken for the one of pages",
      "onFirstConnection",
      drop("|| 1 > operand 2"),
      "a1718d3361",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/telemetry/recipients.ts`,
    [settings, "another process has changed"],
    ["an open collector's settings are read for runs alone", "createRecipients", always("if 2"), "237f740db4"],
  ),
  ...mutantsOf(
    `${server}/engine/telemetry/org-collectors.ts`,
    [settings, "only after changes"],
    ["unchanged headers are decrypted again", "createCollectorLoader", never("ternary 1"), "19898828fe"],
  ),
];
