/** Registers every call: one line a resource. */
import "./accounts/handlers";
import "./agents/handlers";
import "./apikeys/handlers";
import "./apps/handlers";
import "./assets/handlers";
import "./audit/handlers";
import "./models/handlers";
import "./reference/handlers";
import "./samples/handlers";
import "./sessions/handlers";
import "./sessions/visitor-handlers";
import "./shares/handlers";
import "./shares/visitor-handlers";
import "./teams/handlers";
import "./teams/org-handlers";
import "./usage/handlers";
import "./variables/handlers";
