import type { z } from "zod";
import { saveSettings } from "../../platform/audit/save-settings.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../platform/database/database.ts";
import { RefusalError } from "../../platform/lib/errors.ts";
import type { StaffActor } from "../tokens/authenticate-token.ts";
import { hasSecondFactor, isRequiredOfTeam } from "../second-factor/second-factor.queries.ts";
import { lockTeam } from "./lock-team.ts";
import { countMembers } from "./team.queries.ts";
import type { setTeamSettingsInput, TeamSettings } from "./team.schema.ts";

/** Reads what is required of all administrators: nothing, until an owner changes it. */
export async function readTeamSettings(context: Context): Promise<TeamSettings> {
  const found = await context.database.kysely
    .selectFrom("team_settings")
    .select(["second_factor_required as secondFactorRequired"])
    .select(["updated_at as updatedAt", "updated_by as updatedBy"])
    .executeTakeFirst();
  return {
    secondFactorRequired: found?.secondFactorRequired ?? false,
    ...(await countMembers(context)),
    updatedAt: found ? new Date(found.updatedAt) : null,
    updatedBy: found?.updatedBy ?? null,
  };
}

/**
 * Sets whether all administrators must have a second factor.
 * @throws RefusalError if the caller requires one without having one
 */
export async function setTeamSettings(
  context: Context,
  actor: StaffActor,
  { secondFactorRequired }: z.output<typeof setTeamSettingsInput>,
): Promise<TeamSettings> {
  await inTransaction(context.database, async (em) => {
    const kysely = kyselyOf(em);
    await lockTeam(em, actor);
    const before = { secondFactorRequired: await isRequiredOfTeam(kysely) };
    if (secondFactorRequired && !before.secondFactorRequired) {
      const person = actor.kind === "administrator" && { kind: actor.kind, id: actor.id };
      if (!person || !(await hasSecondFactor(kysely, person)))
        throw new RefusalError(
          "conflict",
          "Set up a second factor of your own first, so that you are not locked out.",
        );
    }
    await saveSettings(context, em, actor, {
      table: "team_settings",
      action: "team-settings.changed",
      before,
      after: { secondFactorRequired },
      row: { second_factor_required: secondFactorRequired },
    });
  });
  return readTeamSettings(context);
}
