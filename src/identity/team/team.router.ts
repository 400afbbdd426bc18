import { z } from "zod";
import { message } from "../../platform/fields/fields.schema.ts";
import { callsAbout } from "../../calls/procedures.ts";
import { t } from "../../calls/trpc.ts";
import { activeSession } from "../sessions/session.schema.ts";
import {
  addMember,
  changeMember,
  endMemberSessions,
  presentOwnAccount,
  removeMemberFactor,
  renameYourself,
  revokeMember,
  rotateMemberKey,
} from "./change-member.ts";
import { readTeamSettings, setTeamSettings } from "./team-settings.ts";
import { listMembers, listMemberSessions } from "./team.queries.ts";
import {
  addMemberInput,
  changedMember,
  changeMemberInput,
  endMemberSessionsInput,
  member,
  memberIdInput,
  memberWithKey,
  ownAccount,
  renameInput,
  revokedMember,
  revokeMemberInput,
  rotatedMember,
  setTeamSettingsInput,
  teamSettings,
} from "./team.schema.ts";

const { administratorCall } = callsAbout("Administration");

/** Calls of the signed-in administrator about themselves. */
export const ownAccountRouter = t.router({
  get: administratorCall("self.manage", {
    rest: "GET /admin/me",
    summary: "Get the signed-in administrator with their role and abilities",
    description: "The abilities are those of the role, so a client can hide what would be refused.",
  })
    .output(ownAccount)
    .query(({ ctx }) => presentOwnAccount(ctx.actor)),

  rename: administratorCall("self.manage", {
    rest: "PATCH /admin/me",
    summary: "Change your own name",
    description: "The name appears in the audit log and beside decisions from then on.",
    event: "user_updated",
    example: { name: "Ada Byrne" },
  })
    .input(renameInput)
    .output(ownAccount)
    .mutation(({ ctx, input }) => renameYourself(ctx.app, ctx.actor, input.name)),
});

/** Calls about the team. None declares a scope, so that an API token can never create an administrator. */
export const adminTeamRouter = t.router({
  list: administratorCall("team.read", {
    rest: "GET /admin/team",
    summary: "List administrators by name, the revoked ones last",
    description:
      "Returns each administrator with the role, the time of the last request and the number of open sessions.",
  })
    .output(z.array(member))
    .query(({ ctx }) => listMembers(ctx.app, ctx.actor)),

  create: administratorCall("team.manage", {
    rest: "POST /admin/team",
    summary: "Add an administrator",
    description: "The response contains the access key, which is not shown again.",
    successStatus: 201,
    event: "user_created",
    example: { name: "Ada Byrne", role: "payouts" },
  })
    .input(addMemberInput)
    .output(memberWithKey)
    .mutation(({ ctx, input }) => addMember(ctx.app, ctx.actor, input)),

  update: administratorCall("team.manage", {
    rest: "PATCH /admin/team/{id}",
    summary: "Change an administrator's name or role",
    description:
      "A new role takes effect with the next call of open sessions. If it does not allow to create API tokens, those that the administrator made are revoked, or become yours with `keepTokens`. The last owner must remain an owner.",
    errors: [409],
    event: "authz_admin",
    example: { role: "risk" },
  })
    .input(changeMemberInput)
    .output(changedMember)
    .mutation(({ ctx, input }) => changeMember(ctx.app, ctx.actor, input)),

  rotateKey: administratorCall("team.manage", {
    rest: "POST /admin/team/{id}/rotate-key",
    summary: "Replace an administrator's access key",
    description:
      "Ends their sessions, except the caller's own, and removes their passkeys. Your own passkeys stay if you are signed in with a second factor. The response contains the new access key, which is not shown again.",
    errors: [409],
    event: "authn_password_change",
  })
    .input(memberIdInput)
    .output(rotatedMember)
    .mutation(({ ctx, input }) => rotateMemberKey(ctx.app, ctx.actor, input.id)),

  revoke: administratorCall("team.manage", {
    rest: "DELETE /admin/team/{id}",
    summary: "Revoke an administrator's access key and end their sessions",
    description:
      "Takes effect immediately, also for yourself. The API tokens that they made are revoked, too, or become yours with `keepTokens`. The last owner cannot be revoked.",
    inQuery: true,
    response: {
      message: "Administrator revoked",
      tokens: [{ id: 3, label: "MT5 bridge" }],
    },
    errors: [409],
    event: "authn_token_revoked",
  })
    .input(revokeMemberInput)
    .output(revokedMember)
    .mutation(async ({ ctx, input }) => {
      const tokens = await revokeMember(ctx.app, ctx.actor, input);
      return { message: "Administrator revoked", tokens };
    }),

  removeSecondFactor: administratorCall("team.manage", {
    rest: "POST /admin/team/{id}/remove-second-factor",
    summary: "Remove the second factor of an administrator who has lost it",
    description:
      "Removes their authenticator app, passkeys and recovery codes, and ends their sessions.",
    errors: [409],
    event: "authn_factor_change",
  })
    .input(memberIdInput)
    .output(member)
    .mutation(({ ctx, input }) => removeMemberFactor(ctx.app, ctx.actor, input.id)),

  sessions: administratorCall("team.manage", {
    rest: "GET /admin/team/{id}/sessions",
    summary: "List an administrator's open sessions, most recently used first",
    description: "Each names its device and address. Expired sessions are not listed.",
  })
    .input(memberIdInput)
    .output(z.array(activeSession))
    .query(({ ctx, input }) => listMemberSessions(ctx.app, ctx.actor, input.id)),

  endSessions: administratorCall("team.manage", {
    rest: "POST /admin/team/{id}/end-sessions",
    summary: "End an administrator's sessions, except the caller's own",
    description: "With `sessionId`, ends only this session. The access key stays valid.",
    response: { message: "Ended 2 sessions" },
    errors: [409],
    event: "session_expired",
    example: { sessionId: 7 },
  })
    .input(endMemberSessionsInput)
    .output(message)
    .mutation(async ({ ctx, input }) => {
      const ended = await endMemberSessions(ctx.app, ctx.actor, input);
      return { message: `Ended ${ended} ${ended === 1 ? "session" : "sessions"}` };
    }),
});

/** Calls about what is required of all administrators. */
export const teamSettingsRouter = t.router({
  get: administratorCall("team.read", {
    rest: "GET /admin/settings/team",
    summary: "Get the settings of the team",
    description: "The response also contains how many administrators have a second factor.",
  })
    .output(teamSettings)
    .query(({ ctx }) => readTeamSettings(ctx.app)),

  set: administratorCall("team.manage", {
    rest: "PATCH /admin/settings/team",
    summary: "Require a second factor from all administrators, or make it optional",
    description:
      "Administrators without one can then only make calls about themselves. To require it, the caller must have one. API tokens are not affected.",
    errors: [409],
    event: "authz_admin",
    example: { secondFactorRequired: true },
  })
    .input(setTeamSettingsInput)
    .output(teamSettings)
    .mutation(({ ctx, input }) => setTeamSettings(ctx.app, ctx.actor, input)),
});
