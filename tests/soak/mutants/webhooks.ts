import { mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const folder = "lib/server/resources/publications/webhook";
const receiving = "tests/api/publications-webhook.test.ts";
const mapping = "tests/api/publications-webhook-mapping.test.ts";
const callbacks = "tests/api/publications-webhook-callbacks.test.ts";

/** Each must turn its suite red: an event that nobody has signed, is run twice, or is lost. */
export const webhookMutants = [
  ...mutantsOf(
    `${folder}/signature.ts`,
    [receiving],
    ["a signature may be of any time", "isRecent", drop("&& 1 > operand 2"), "1900163711"],
    ["any secret is right", "isSame", always("call timingSafeEqual 1"), "0abc23f759"],
  ),
  ...mutantsOf(
    `${folder}/receive.ts`,
    [receiving],
    ["an event needs no sender", "receiveEvent", drop("if 1 > test > operand 2"), "c471e632de"],
    ["a webhook that is off looks different", "findHook", never("ternary 1"), "681c705353"],
  ),
  ...mutantsOf(
    `${folder}/remembered.ts`,
    [receiving],
    ["an event is not recognized", "findRemembered", always("if 1"), "0995d96036"],
    ["an id is remembered for ever", "forgetOld", always("if 1"), "524abd2adb"],
  ),
  ...mutantsOf(
    `${folder}/event-id.ts`,
    [receiving],
    ["a recorded event is taken under another id", "nameEvent", never("ternary 1"), "8d15c5fca1"],
  ),
  ...mutantsOf(
    `${folder}/resend.ts`,
    ["tests/api/publications.test.ts", "lends others"],
    ["an editor runs events with another's rights", "resendDelivery", drop("statement 1"), "bec3b45fd1"],
  ),
  ...mutantsOf(
    `${folder}/mapping.ts`,
    [mapping],
    ["an event without the message starts a run", "mapPayload", never("ternary 2"), "f2c48541d0"],
  ),
  ...mutantsOf(
    `${folder}/deliver.ts`,
    [mapping, "an event that finds no room"],
    ["an event that finds no room is refused", "tryStart", never("if 3"), "0ffc5f953e"],
  ),
  ...mutantsOf(
    `${folder}/send-callbacks.ts`,
    [callbacks],
    ["a refused callback counts as delivered", "sendOne", always("comparison 1"), "e3b689d7eb"],
    ["a callback goes to an address that was replaced", "sendOne", replace("object 1", "$1_1"), "7b97dad7eb"],
  ),
];
