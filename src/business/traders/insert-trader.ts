import { TradingAccount } from "./accounts/account.entity.ts";
import type { Em } from "../../platform/database/orm.ts";
import { Trader } from "../../identity/users/trader.entity.ts";

type NewTrader = Pick<Trader, "email" | "createdAt"> &
  Partial<
    Pick<
      Trader,
      | "fullName"
      | "password"
      | "country"
      | "city"
      | "street"
      | "houseNumber"
      | "privacyPolicyAgreed"
      | "resetToken"
      | "resetTokenExpiry"
    >
  >;

/** Inserts a trader together with a trading account, because every trader has exactly one. */
export async function insertTrader(em: Em, fields: NewTrader): Promise<Trader> {
  const trader = em.create(Trader, fields);
  em.create(TradingAccount, { trader, createdAt: fields.createdAt });
  await em.flush();
  return trader;
}
