/** Registers every call: one line a resource. */
import "./accounts/handlers";
import "./teams/handlers";
