import { RefusalError } from "../../platform/errors.ts";

declare module "../../platform/errors.ts" {
  interface RefusalDetails {
    isBanned?: true;
    banReason?: string | null;
  }
}

export function isBanned(trader: { banned: boolean }): boolean {
  return trader.banned;
}

/** Creates the error for a banned trader, at sign-in and for every call of an open session. */
export function banRefusal(trader: { banReason: string | null }): RefusalError {
  return new RefusalError("forbidden", "Your account has been banned", {
    isBanned: true,
    banReason: trader.banReason,
  });
}
