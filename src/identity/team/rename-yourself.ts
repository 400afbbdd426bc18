import { LockMode } from "@mikro-orm/core";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { Administrator } from "./administrator.entity.ts";
import { requirePerson, type StaffActor } from "../tokens/token-actor.ts";
import { abilityNames, mayDo } from "../roles/roles.rule.ts";
import type { OwnAccount } from "./team.schema.ts";

/** Changes the caller's own name. Earlier audit events keep the former name. */
export async function renameYourself(
  context: Context,
  actor: StaffActor,
  name: string,
): Promise<OwnAccount> {
  const own = requirePerson(actor);
  await inTransaction(context.database, async (em) => {
    const administrator = await em.findOneOrFail(
      Administrator,
      { id: own.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const { label: from } = administrator;
    if (from === name) return;
    administrator.label = name;
    await recordEvent(context, em, actor, {
      action: "administrator.changed",
      changes: { label: { from, to: name } },
    });
  });
  return presentOwnAccount({ ...own, label: name });
}

export function presentOwnAccount(actor: StaffActor): OwnAccount {
  const { id, label: name, role, mustSetUpSecondFactor } = requirePerson(actor);
  const abilities = abilityNames.filter((ability) => mayDo(role, ability));
  return { id, name, role, mustSetUpSecondFactor, abilities };
}
