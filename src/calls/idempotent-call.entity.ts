import { defineEntity, p } from "@mikro-orm/core";

const idempotentActorKinds = ["trader", "administrator", "token"] as const;
export type IdempotentActorKind = (typeof idempotentActorKinds)[number];

/** A call that was made with an `Idempotency-Key`. */
export const IdempotentCallRow = defineEntity({
  name: "IdempotentCall",
  tableName: "idempotent_calls",
  properties: {
    id: p.bigint("string").primary().autoincrement().generated("identity"),
    actorKind: p.enum(idempotentActorKinds),
    actorId: p.integer(),
    operation: p.text(),
    keyHash: p.text(),
    inputHash: p.text(),
    /** Encrypted. Set by the transaction that inserts the row. */
    answer: p.text().nullable().hidden(),
    createdAt: p.datetime(3).index("idempotent_calls_created_at_index"),
  },
  uniques: [
    {
      name: "idempotent_calls_key_unique",
      properties: ["actorKind", "actorId", "operation", "keyHash"],
    },
  ],
});
