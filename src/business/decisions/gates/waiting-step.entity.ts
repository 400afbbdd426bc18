import { defineEntity, p } from "@mikro-orm/core";
import { Trader } from "../../../identity/users/trader.entity.ts";

/** The next step of a trader's programme, which starts once a gate no longer holds it back. */
export const WaitingStep = defineEntity({
  name: "WaitingStep",
  tableName: "waiting_steps",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    trader: () =>
      p
        .oneToOne(Trader)
        .owner()
        .fieldName("user_id")
        .unique("waiting_steps_user_id_unique")
        .deleteRule("cascade")
        .updateRule("no action"),
    /** The review whose confirmation it follows, and the passed stage. */
    reviewId: p.integer(),
    stageId: p.integer(),
    programmeVersionId: p.integer(),
    /** From 1. */
    step: p.integer(),
    login: p.text().nullable(),
    server: p.text().nullable(),
    /** Encrypted and bound like that of the account. */
    masterPassword: p.text().nullable().hidden(),
    /** Which of the credentials the step starts with; the account keeps the others. */
    sets: p.array<"login" | "server" | "masterPassword">(),
    createdAt: p.datetime(3),
  },
});

/** The stage and login of an account for which the gate of trading was last asked, so that it is asked once for each. */
export const TradingCheck = defineEntity({
  name: "TradingCheck",
  tableName: "trading_checks",
  properties: {
    trader: () =>
      p
        .oneToOne(Trader)
        .owner()
        .primary()
        .fieldName("user_id")
        .deleteRule("cascade")
        .updateRule("no action"),
    stageId: p.integer(),
    login: p.text(),
  },
});
