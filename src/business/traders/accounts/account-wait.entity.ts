import { defineEntity, p } from "@mikro-orm/core";
import { TradingAccountSchema } from "./account.entity.ts";
import {
  waitingActorNames,
  waitingKindNames,
  waitingReasonNames,
  waitingSubjects,
} from "../waiting/waiting.rule.ts";

/**
 * What an account waits for. Derived by `settleWaiting` from everything that it can wait for, so that lists filter and
 * count by it; an account without a row has never waited.
 */
export const AccountWait = defineEntity({
  name: "AccountWait",
  tableName: "account_waits",
  properties: {
    account: () =>
      p
        .oneToOne(TradingAccountSchema)
        .owner()
        .primary()
        .fieldName("account_id")
        .foreignKeyName("account_waits_account_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    kind: p.enum(waitingKindNames),
    actor: p.enum(waitingActorNames),
    reason: p.enum(waitingReasonNames),
    /** `null` if it waits for nothing. */
    since: p.datetime(3).nullable(),
    aboutKind: p.enum(waitingSubjects).nullable(),
    aboutId: p.integer().nullable(),
    /** When the kind or the actor last changed. */
    changedAt: p.datetime(3),
  },
  indexes: [
    {
      name: "account_waits_since_index",
      properties: ["since", "account"],
      where: "kind <> 'nothing'",
    },
    {
      name: "account_waits_kind_index",
      properties: ["kind", "since", "account"],
      where: "kind <> 'nothing'",
    },
  ],
  checks: [
    { name: "account_waits_since_check", expression: "(kind = 'nothing') = (since is null)" },
    {
      name: "account_waits_about_check",
      expression: "(about_kind is null) = (about_id is null)",
    },
  ],
});
