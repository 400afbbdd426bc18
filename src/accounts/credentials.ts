import type { Sealer } from "../lib/sealing.ts";

const boundTo = (traderId: number) => `trading_accounts.master_password:${traderId}`;

/** The platform password as the database keeps it. */
export function sealMasterPassword(sealer: Sealer, traderId: number, password: string | null) {
  return password === null ? null : sealer.seal(password, boundTo(traderId));
}

/** The platform password in clear, for its owner or an administrator who opens the trader. */
export function openMasterPassword(sealer: Sealer, traderId: number, sealed: string | null) {
  return sealed === null ? null : sealer.open(sealed, boundTo(traderId));
}
