import { accounts } from "./accounts";
import { teams } from "./teams";

/** Every call of the API: one line a resource. */
export const contracts = { accounts, teams };
