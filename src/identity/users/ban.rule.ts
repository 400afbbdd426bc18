import { RefusalError } from "../../platform/lib/errors.ts";

export function isBanned(trader: { banned: boolean }): boolean {
  return trader.banned;
}

/** The answer to a banned trader: at sign-in, and at every call of a session that is still open. */
export function banRefusal(trader: { banReason: string | null }): RefusalError {
  return new RefusalError("forbidden", "Your account has been banned", {
    isBanned: true,
    banReason: trader.banReason,
  });
}
