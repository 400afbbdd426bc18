import { type Cipher, seal, type SealedColumns, unseal } from "../../../platform/vault/cipher.ts";
import type { IdentityFacts } from "./identity.rule.ts";

export const identityFacts: SealedColumns = {
  label: "identities",
  table: "identities",
  columns: ["facts"],
  owner: "user_id",
  boundTo: "identities.facts",
};

/** The keys of pictures. A rotation encrypts these again, and leaves the pictures as they are. */
export const pictureKeys: SealedColumns = {
  label: "keys of identity pictures",
  title: "identity pictures",
  table: "identity_files",
  columns: ["data_key"],
  owner: "user_id",
  boundTo: "identity_files.data_key",
};

export const sealFacts = (cipher: Cipher, traderId: number, facts: Partial<IdentityFacts>) =>
  seal(cipher, identityFacts, traderId, JSON.stringify(facts));

/** Decrypts the facts of an identity, of which a checker may know only some. `null` if there are none. */
export const unsealFacts = (cipher: Cipher, traderId: number, sealed: string | null) =>
  sealed === null
    ? null
    : (JSON.parse(unseal(cipher, identityFacts, traderId, sealed)) as Partial<IdentityFacts>);

export const sealPictureKey = (cipher: Cipher, traderId: number, key: string) =>
  seal(cipher, pictureKeys, traderId, key);

export const unsealPictureKey = (cipher: Cipher, traderId: number, sealed: string) =>
  unseal(cipher, pictureKeys, traderId, sealed);
