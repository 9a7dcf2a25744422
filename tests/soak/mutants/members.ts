import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, replace, reword } from "../mutation/operation";

const server = "lib/server";
const teams = "tests/api/teams.test.ts";
const invites = "tests/api/invites.test.ts";
const perAccount = "tests/api/mails-per-account.test.ts";
const clashes = "tests/api/team-clashes.test.ts";

/** Who is in a team, what they may do in it, and how they come and go. */
export const memberMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/resources/teams/member-actions.ts`,
    [perAccount],
    ["an account sends any number of invitations", "inviteTo", drop("statement 2"), "70a122cd20"],
  ),
  ...mutantsOf(
    `${server}/access/invites/quota.ts`,
    [perAccount],
    ["invitations at the same moment are not counted", "requireInviteQuota", drop("statement 1"), "1459a40de8"],
    [
      "invitations to organizations are not counted",
      "requireInviteQuota",
      reword("template 1", ", 'orgs.invite'", ""),
      "53a5b10de8",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/security-handlers.ts`,
    [perAccount],
    ["an account asks for any number of addresses", "implement.changeEmail", drop("statement 2"), "a8136b5ebb"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/edit-member.ts`,
    [teams, "what a member may do|at the same moment"],
    ["people change their own rights", "checkEditable", drop("if 1"), "806d6dc5c0"],
    ["owners are edited by others", "checkEditable", drop("if 2"), "f11199c5c0"],
    ["a role is handed on by whoever lacks it", "toRoleBits", drop("if 1"), "ee5bb3480a"],
    ["a role leaves more than itself", "toRoleBits", drop("if 2"), "da3ec8480a"],
  ),
  ...mutantsOf(
    `${server}/access/teams/lock.ts`,
    [teams, "at the same moment"],
    ["rights of a moment ago are enough", "readPermissionsNow", always("call includes 1"), "7c063aacf8"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/leave.ts`,
    [teams, "a team|an organization|at the same moment"],
    ["the last owner leaves", "checkNotLastOwner", drop("if 1"), "0bc3fa700f"],
    ["an owner of teams leaves the organization", "checkNotLastOwner", drop("if 4"), "f1cbf7700f"],
    ["who leaves an organization stays in its teams", "removeMember", replace("call map 1", "[]"), "531381fca9"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/leave.ts`,
    [clashes, "made a team's owner"],
    [
      "who is just made an owner leaves the organization",
      "listOwnedTeams",
      replace("call for 1", "$owner"),
      "04e3b8c782",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/teams/handlers.ts`,
    [clashes, "makes no team"],
    ["a team is made with rights of a moment ago", "implement.add", drop("statement 2"), "b027c135b1"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/member-actions.ts`,
    [teams],
    ["an invite hands on any role", "inviteTo", drop("if 1"), "ee5bb3cd20"],
    ["a team is deleted without its name", "requireTypedName", drop("if 1"), "bfce27d006"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/member-actions.ts`,
    [invites, "somebody with an account"],
    ["members are invited again", "inviteTo", drop("if 2"), "df5187cd20"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/org-handlers.ts`,
    [teams, "an organization"],
    ["every team of the organization is shown", "listVisibleTeams", always("call every 1"), "1715fce9b4"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/member-actions.ts`,
    ["tests/api/cut-members.test.ts"],
    ["connections outlive the rights", "editMemberOf", drop("if 2"), "a2a2db6073"],
    ["connections outlive the membership", "removeFrom", drop("if 3"), "a2a2dbd869"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/accept-invite.ts`,
    [invites],
    ["anybody takes an invite", "acceptInvite", drop("if 1"), "739c78091e"],
    ["an invite is used twice", "joinTeam", replace("if 1", "$1_1"), "416097cb2c"],
    ["an invite is for any address", "hashNewPassword", drop("if 1"), "470c8bfd39"],
    ["an invite passes a closed registration", "hashNewPassword", drop("statement 1"), "cd3e35fd39"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/valid-invite.ts`,
    [invites],
    [
      "a used invite leads anybody to its team",
      "viewInvite",
      replace("ternary 2", "$2_1_1_1 ? $2 : null"),
      "d08e6f9585",
    ],
    ["an invite is open that its inviter could not make", "findValidInvite", drop("if 2"), "045e69ab61"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/accept-invite.ts`,
    [clashes, "invite"],
    ["an invite of a moment ago hands on rights", "joinTeam", drop("if 2"), "012769cb2c"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/invite-list.ts`,
    [invites],
    [
      "a dead invite is listed as one that stands",
      "listInvites",
      always("object 1 > property 8 > value"),
      "f0eaf0eb26",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/teams/leave.ts`,
    [invites],
    ["an open invite brings back who was put out", "removeMember", drop("statement 2"), "414910fca9"],
  ),
  ...mutantsOf(
    `${server}/access/accounts/accept-invite.ts`,
    ["tests/api/invite-mails.test.ts"],
    ["a copied link proves the address", "acceptWithNewAccount", always("|| 1"), "a1bb0798aa"],
  ),
  ...mutantsOf(
    `${server}/access/invites/service.ts`,
    [invites],
    ["invites never expire", "selectOpenInvites", drop("call gt 1"), "a923aef0dd"],
  ),
  ...mutantsOf(
    `${server}/access/invites/service.ts`,
    [teams, "invites pass no limit"],
    ["seats are not counted", "createInvite", drop("statement 1"), "26955f16d3"],
  ),
  ...mutantsOf(
    `${server}/access/plans/counts.ts`,
    [teams, "invites pass no limit"],
    ["invites take no seat", "countUsers", replace("variable 2 > value > owner", "$callee($owner)"), "22a65d6b6b"],
  ),
  ...mutantsOf(
    "lib/permissions/editor.ts",
    ["tests/api/permission-sequences.test.ts"],
    ["what one does not hold is handed on", "canGrant", replace("&& 2", "$2_owner.length > 0"), "5ec22f4d7a"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/leave.ts`,
    ["tests/api/permission-sequences.test.ts"],
    ["an old owner is nobody", "transferOwnership", drop("statement 2"), "b33456b390"],
  ),
  ...mutantsOf(
    `${server}/access/teams/granters.ts`,
    ["tests/api/granters.test.ts"],
    ["one grants to oneself", "listEditors", drop("call ne 1"), "cc8faf38af"],
    ["who is named may not hand it on", "listGranters", drop("&& 1 > operand 2"), "d1cdf1b924"],
    ["who is named may not edit members", "listGranters", drop("call includes 1"), "ef4355b924"],
    ["people of other organizations are named", "listEditors", drop("call eq 3"), "4d3f3138af"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/member-list.ts`,
    ["tests/api/member-size.test.ts", "begins no page|is read whole by dateCreated, asc"],
    ["a page of members begins after anybody", "selectPage", drop("call and 1 > argument 1"), "bfe496f0ab"],
    ["a page of members leaves some out", "selectPage", reword("template 1", "{5}", "'~'"), "b0bc70f0ab"],
  ),
  ...mutantsOf(
    `${server}/access/teams/members.ts`,
    ["tests/api/foreign-ids.test.ts", "teams"],
    ["a member is read in any team", "listTeamMembers", drop("call eq 6"), "cc8faf0500"],
  ),
];
