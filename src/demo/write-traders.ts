import { TradingAccount } from "../business/traders/accounts/account.entity.ts";
import { encryptMasterPassword } from "../business/traders/accounts/master-password.ts";
import type { Context } from "../platform/context.ts";
import { generateToken } from "../platform/vault/tokens.ts";
import { formatDecimal, parseCents } from "../platform/money/money.ts";
import { hashPassword } from "../identity/passwords/hash.ts";
import { Trader } from "../identity/users/trader.entity.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { demoServer, type DemoTrader, toDate } from "./demo-trader.ts";
import { isTraded } from "./demo-record.ts";

/** The inserted row of each demo trader. */
export type WrittenTraders = ReadonlyMap<DemoTrader, Trader>;

/** Inserts traders and accounts; ids ascend in the given order. */
export async function writeTraders(
  context: Context,
  transaction: Transaction,
  demoTraders: readonly DemoTrader[],
): Promise<WrittenTraders> {
  // Hashing is slow, so all traders without a known password share the hash of a random one.
  const unusableHash = await hashPassword(generateToken());
  const written = new Map<DemoTrader, Trader>();
  for (const demoTrader of demoTraders) {
    const trader = transaction.create(Trader, traderFields(context, demoTrader));
    if (demoTrader.password) trader.password = await hashPassword(demoTrader.password);
    else if (!demoTrader.invited) trader.password = unusableHash;
    written.set(demoTrader, trader);
  }
  // The encryption of a master password requires the trader's id, so the traders are inserted first.
  await transaction.flush();
  for (const [demoTrader, trader] of written) {
    transaction.create(TradingAccount, { trader, ...accountFields(context, demoTrader, trader) });
  }
  await transaction.flush();
  return written;
}

function traderFields({ clock }: Context, demoTrader: DemoTrader) {
  const [country, city, street, houseNumber] = demoTrader.address ?? [];
  return {
    fullName: demoTrader.name,
    email: demoTrader.email,
    country,
    city,
    street,
    houseNumber,
    // Traders with an address registered themselves, which requires the agreement.
    privacyPolicyAgreed: demoTrader.address !== undefined,
    banned: demoTrader.banReason !== undefined,
    banReason: demoTrader.banReason,
    emailVerifiedAt: demoTrader.invited ? null : toDate(clock, demoTrader.joined),
    createdAt: toDate(clock, demoTrader.joined),
  };
}

function accountFields({ config, cipher }: Context, demoTrader: DemoTrader, trader: Trader) {
  const { account } = demoTrader;
  const [dailyDrawdownLimit, overallLossLimit, profitTarget] = account.limits ?? [];
  const [login, masterPassword = null, server] = account.platform ?? [];
  return {
    status: account.status,
    phase: account.phase,
    payoutEnabled: account.payoutEnabled ?? false,
    ...typedFigures(demoTrader),
    dailyDrawdownLimit,
    overallLossLimit,
    profitTarget,
    login,
    masterPassword: encryptMasterPassword(cipher, trader.id, masterPassword),
    server: server && demoServer(config, server),
    createdAt: trader.createdAt,
  };
}

/**
 * Returns the figures typed for an account; those of an account that has been traded are derived from its record later.
 */
function typedFigures(demoTrader: DemoTrader) {
  const { size, profit } = demoTrader.account;
  const profitLoss = isTraded(demoTrader) ? "0.00" : profit;
  return { balance: formatDecimal(BigInt(size) * 100n + parseCents(profitLoss)!), profitLoss };
}
