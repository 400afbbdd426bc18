import { TradingAccount } from "../business/accounts/account.entity.ts";
import { encryptMasterPassword } from "../platform/vault/master-password.ts";
import type { Context } from "../platform/context.ts";
import { makeToken } from "../platform/lib/tokens.ts";
import { formatDecimal, parseCents } from "../platform/money/money.ts";
import { hashPassword } from "../identity/passwords/hash.ts";
import { Trader } from "../identity/users/trader.entity.ts";
import type { Em } from "../platform/database/orm.ts";
import type { DemoAccount, DemoTrader } from "./demo-trader.ts";
import { toDate } from "./moment.ts";

/** Who of the table became which row. */
export type WrittenTraders = ReadonlyMap<DemoTrader, Trader>;

/** Writes traders and accounts; the ids ascend in the order given. */
export async function writeTraders(
  context: Context,
  em: Em,
  people: readonly DemoTrader[],
): Promise<WrittenTraders> {
  // One hash for all whom nobody signs in as, of a password that nobody knows: hashing takes time.
  const unknown = await hashPassword(makeToken());
  const written = new Map<DemoTrader, Trader>();
  for (const person of people) {
    const trader = em.create(Trader, traderFields(context, person));
    if (person.password) trader.password = await hashPassword(person.password);
    else if (!person.invited) trader.password = unknown;
    written.set(person, trader);
  }
  // A platform password is sealed with the trader's id, so the traders come first.
  await em.flush();
  for (const [person, trader] of written) {
    em.create(TradingAccount, { trader, ...accountFields(context, person.account, trader) });
  }
  await em.flush();
  return written;
}

function traderFields({ clock }: Context, person: DemoTrader) {
  const [country, city, street, houseNumber] = person.address ?? [];
  return {
    fullName: person.name,
    email: person.email,
    country,
    city,
    street,
    houseNumber,
    // Whoever has an address signed up himself, and the form asks for both.
    privacyPolicyAgreed: person.address !== undefined,
    banned: person.banReason !== undefined,
    banReason: person.banReason,
    createdAt: toDate(clock, person.joined),
  };
}

function accountFields({ config, cipher }: Context, account: DemoAccount, trader: Trader) {
  const [dailyDrawdownLimit, overallLossLimit, profitTarget] = account.limits ?? [];
  const [login, masterPassword = null, server] = account.platform ?? [];
  return {
    status: account.status,
    phase: account.phase,
    payoutEnabled: account.payoutEnabled ?? false,
    balance: formatDecimal(BigInt(account.size) * 100n + parseCents(account.profit)!),
    profitLoss: account.profit,
    dailyDrawdownLimit,
    overallLossLimit,
    profitTarget,
    login,
    masterPassword: encryptMasterPassword(cipher, trader.id, masterPassword),
    server: server && `${config.firmName.replace(/[^\p{L}\p{N}]+/gu, "")}-${server}`,
    createdAt: trader.createdAt,
  };
}
