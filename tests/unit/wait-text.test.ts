import { expect, test } from "vitest";
import { waitText } from "@/lib/utils/text/wait-text";

test.each([
  [1, "1 second"],
  [90, "90 seconds"],
  [91, "2 minutes"],
  [3_600, "60 minutes"],
  [5_401, "2 hours"],
  [86_400, "24 hours"],
])("%i seconds are %s", (seconds, text) => expect(waitText(seconds)).toBe(text));
