import { defineEntity, p } from "@mikro-orm/core";

/** A key that at least one instance has been started with. */
export const EncryptionKey = defineEntity({
  name: "EncryptionKey",
  tableName: "encryption_keys",
  properties: {
    id: p.text().primary(),
    firstSeenAt: p.datetime(3),
  },
});

/** A pair of keys that signs files of the firm. */
export const SigningKey = defineEntity({
  name: "SigningKey",
  tableName: "signing_keys",
  properties: {
    number: p.integer().primary().autoincrement().generated("identity"),
    id: p.text().unique("signing_keys_id_key"),
    publicKey: p.text(),
    /** Encrypted. */
    privateKey: p.text().hidden(),
    createdAt: p.datetime(3),
  },
});
