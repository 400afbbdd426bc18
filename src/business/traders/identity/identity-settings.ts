import type { Kysely } from "kysely";
import type { z } from "zod";
import { changeSettings } from "../../../identity/audit/save-settings.ts";
import type { StaffActor } from "../../../identity/tokens/authenticate-token.ts";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { IdentitySettings, setIdentitySettingsInput } from "./identity.schema.ts";

const defaults: IdentitySettings = { attempts: 3, pictures: [], validMonths: null, keepDays: 365 };

export async function readIdentitySettings(kysely: Kysely<Tables>): Promise<IdentitySettings> {
  const row = await kysely
    .selectFrom("identity_settings")
    .select(["attempts", "pictures", "valid_months as validMonths", "keep_days as keepDays"])
    .executeTakeFirst();
  return row ?? defaults;
}

/** Returns settings as the audit log names them. */
const snapshotOf = ({ pictures, ...others }: Partial<IdentitySettings>) => ({
  ...others,
  ...(pictures && { pictures: pictures.join(", ") || null }),
});

/** Changes the settings. What was approved keeps its end; pictures of past decisions are kept as long as the new ones. */
export async function setIdentitySettings(
  context: Context,
  actor: StaffActor,
  input: z.output<typeof setIdentitySettingsInput>,
): Promise<IdentitySettings> {
  const settings = { table: "identity_settings", action: "identity-settings.changed" } as const;
  await changeSettings(context, actor, settings, async (kysely) => {
    const before = await readIdentitySettings(kysely);
    const after: IdentitySettings = {
      attempts: input.attempts ?? before.attempts,
      pictures: input.pictures ?? before.pictures,
      validMonths: input.validMonths === undefined ? before.validMonths : input.validMonths,
      keepDays: input.keepDays ?? before.keepDays,
    };
    const { attempts, pictures, validMonths, keepDays } = after;
    return {
      expected: input.expected && snapshotOf(input.expected),
      current: before,
      before: snapshotOf(before),
      after: snapshotOf(after),
      row: { attempts, pictures, valid_months: validMonths, keep_days: keepDays },
    };
  });
  return readIdentitySettings(context.database.kysely);
}
