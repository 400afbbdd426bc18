import { defineEntity, p } from "@mikro-orm/core";
import { TraderSchema } from "../../../identity/users/trader.entity.ts";

/** Traders who are one person. A trigger deletes a person when the last trader is deleted. */
export const Person = defineEntity({
  name: "Person",
  tableName: "persons",
  properties: {
    id: p.integer().primary().autoincrement().generated("identity"),
    name: p.text(),
    /** Why the traders were grouped first; later changes are in the audit log. */
    reason: p.text(),
    /** The case whose confirmation grouped them. */
    linkId: p.integer().nullable(),
    createdAt: p.datetime(3),
    createdBy: p.text(),
  },
  indexes: [{ name: "persons_link_id_index", properties: ["linkId"] }],
});

/** A trader of a person; a trader belongs to at most one. */
export const PersonTrader = defineEntity({
  name: "PersonTrader",
  tableName: "person_traders",
  properties: {
    trader: () =>
      p
        .manyToOne(TraderSchema)
        .primary()
        .fieldName("user_id")
        .foreignKeyName("person_traders_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    person: () =>
      p
        .manyToOne(Person)
        .fieldName("person_id")
        .foreignKeyName("person_traders_person_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    /** Since when the trader is grouped with others. */
    addedAt: p.datetime(3),
  },
  indexes: [{ name: "person_traders_person_id_index", properties: ["person"] }],
});
