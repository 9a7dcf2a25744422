import { clockCheck } from "./checks/clock";
import { databaseCheck } from "./checks/database";
import { diskCheck } from "./checks/disk";
import type { Check } from "./checks/finding";
import { leftoversCheck } from "./checks/leftovers";
import { mailCheck } from "./checks/mail";
import { settingsCheck } from "./checks/settings";
import { storageCheck } from "./checks/storage";
import { vectorsCheck } from "./checks/vectors";
import { versionCheck } from "./checks/version";

/** All checks, in the order of the report. A new part of the server adds its check here. */
export const checks: readonly Check[] = [
  settingsCheck,
  databaseCheck,
  storageCheck,
  vectorsCheck,
  mailCheck,
  clockCheck,
  diskCheck,
  versionCheck,
  leftoversCheck,
];
