import type { SealedColumns } from "../../../platform/vault/cipher.ts";

/** The secrets with which sources sign. */
export const sourceSecrets: SealedColumns = {
  label: "secrets of sources",
  table: "sources",
  columns: ["secret"],
  owner: "id",
  boundTo: "sources.secret",
};
