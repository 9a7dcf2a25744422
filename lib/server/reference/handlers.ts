import { contracts } from "@/lib/contract";
import { reference as contract } from "@/lib/contract/reference";
import { env } from "../env";
import { implement } from "../http/implement";
import { openApiOf } from "./openapi";

implement(contract, {
  openapi: () => openApiOf(contracts, env().APP_URL),
});
