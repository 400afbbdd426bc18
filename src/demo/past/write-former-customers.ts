import { Trader } from "../../identity/users/trader.entity.ts";
import { hashPassword } from "../../identity/passwords/hash.ts";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Transaction } from "../../platform/database/orm.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { generateToken } from "../../platform/vault/tokens.ts";
import { type AccountState, newAccount } from "../account-history.ts";
import { demoServer, type DemoPayout } from "../demo-trader.ts";
import { ladders } from "../ladders.ts";
import type { FormerCustomer, PastStage } from "./former-customers.ts";
import { outcomes } from "./write-past-stages.ts";

/** A former customer with the rows that were inserted. */
export interface WrittenCustomer {
  customer: FormerCustomer;
  trader: { id: number; fullName: string; email: string };
  accountId: number;
}

/** The limits and targets that the back office has typed, as the rules of the firm say. */
const limits = { dailyDrawdownLimit: "5%", overallLossLimit: "10%" };
const targets: Record<string, string | null> = {
  Evaluation: "8%",
  "Phase 1": "8%",
  "Phase 2": "5%",
  Funded: null,
};

export const phaseOf = ({ ladder }: FormerCustomer, { step }: PastStage): string =>
  ladders[ladder][step - 1]!;

/** The account of a customer from one change to the next. */
export function accountStates(
  context: Pick<Context, "config">,
  customer: FormerCustomer,
): { bought: AccountState; begun: AccountState[]; over: AccountState } {
  const balance = `${customer.size}.00`;
  const server = demoServer(context.config, "Demo01");
  const begun = customer.stages.map((stage) => {
    const phase = phaseOf(customer, stage);
    return {
      ...newAccount,
      ...limits,
      balance,
      status: "active" as const,
      phase,
      payoutEnabled: phase === "Funded",
      profitTarget: targets[phase]!,
      login: stage.login,
      server,
    };
  });
  const [first] = begun as [AccountState];
  const last = begun.at(-1)!;
  const hasFailed = outcomes[customer.stages.at(-1)!.outcome] === "failed";
  const over = { ...last, status: hasFailed ? ("breached" as const) : ("pending" as const) };
  return {
    bought: {
      ...newAccount,
      balance,
      status: "active",
      phase: first.phase,
      payoutEnabled: first.payoutEnabled,
    },
    begun,
    over: { ...over, payoutEnabled: false, ...(!hasFailed && { login: null, server: null }) },
  };
}

/** When the buyer has set a password and the account was set up at the platform. */
export const setUpAt = ({ stages: [first] }: FormerCustomer) =>
  new Date(first!.startedAt.getTime() + 42 * MINUTE);

/** Inserts the traders with their accounts; ids ascend in the given order. */
export async function insertFormerCustomers(
  context: Context,
  transaction: Transaction,
  customers: readonly FormerCustomer[],
): Promise<WrittenCustomer[]> {
  const kysely = kyselyOf(transaction);
  const password = await hashPassword(generateToken());
  const createdAt = ({ stages: [first] }: FormerCustomer) => first!.startedAt.toISOString();
  const users = await kysely
    .insertInto("users")
    .values(
      customers.map((customer) => ({
        full_name: customer.fullName,
        email: customer.email,
        password,
        email_verified_at: setUpAt(customer).toISOString(),
        created_at: createdAt(customer),
      })),
    )
    .returning(["id", "email"])
    .execute();
  const idOf = new Map(users.map(({ id, email }) => [email, id]));
  const accounts = await kysely
    .insertInto("trading_accounts")
    .values(
      customers.map((customer) => {
        const { over } = accountStates(context, customer);
        return {
          user_id: idOf.get(customer.email)!,
          status: over.status,
          phase: over.phase,
          payout_enabled: over.payoutEnabled,
          balance: over.balance,
          daily_drawdown_limit: over.dailyDrawdownLimit,
          overall_loss_limit: over.overallLossLimit,
          profit_target: over.profitTarget,
          login: over.login,
          server: over.server,
          created_at: createdAt(customer),
        };
      }),
    )
    .returning(["id", "user_id"])
    .execute();
  const accountOf = new Map(accounts.map((row) => [row.user_id, row.id]));
  return customers.map((customer) => {
    const { fullName, email } = customer;
    const id = idOf.get(email)!;
    return { customer, trader: { id, fullName, email }, accountId: accountOf.get(id)! };
  });
}

/** The requests of former customers, as those of other traders are written. */
export async function formerPayouts(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  written: readonly WrittenCustomer[],
): Promise<Map<{ payouts: readonly DemoPayout[] }, Trader>> {
  const paid = written.filter(({ customer }) => customer.payout);
  const traders = await transaction.find(Trader, {
    id: { $in: paid.map(({ trader }) => trader.id) },
  });
  const byId = new Map(traders.map((trader) => [trader.id, trader]));
  return new Map(
    paid.map(({ customer: { payout, email }, trader }) => {
      const { at, amount } = payout!;
      const requested = relativeTo(clock.now(), at);
      const request = [requested, amount, "paypal", email, "approved"] as const;
      return [{ payouts: [request] }, byId.get(trader.id)!];
    }),
  );
}

/** Returns how many days ago a time was, and the time of that day. */
function relativeTo(now: Date, at: Date): DemoPayout[0] {
  const days =
    Date.parse(now.toISOString().slice(0, 10)) - Date.parse(at.toISOString().slice(0, 10));
  const time = at.toISOString().slice(11, 16) as `${number}:${number}`;
  return [days / 86_400_000, time];
}
