import { Skeleton } from "../../components/feedback/skeleton.tsx";
import type { Stage } from "../../../src/business/trading/stages/stage.schema.ts";
import type { AccountWithoutPassword } from "../../../src/business/traders/accounts/account.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { formatDay, formatTime } from "../../domain/format/dates.ts";
import { initialBalance, resultOf } from "./account-figures.ts";

interface TraderFiguresProps {
  account: AccountWithoutPassword;
  /** The current stage; `undefined` if the account has none. */
  stage: Stage | undefined;
  /** The stages are loading. */
  isLoading: boolean;
}

/** Shows the account in four figures, with their source. */
export function TraderFigures({ account, stage, isLoading }: TraderFiguresProps) {
  const { balance, profitLoss, currency, recordedAt } = account;
  const { tone, percent } = resultOf(account, stage);
  return (
    <section aria-label="Key figures">
      <StatRow>
        <Stat
          label="Balance"
          value={formatMoney(balance, currency)}
          note={recordedAt ? "From the trading record" : "Entered by an administrator"}
        />
        <Stat
          label="Profit/Loss"
          value={formatResult(profitLoss, currency)}
          tone={tone}
          note={isLoading ? <Skeleton width="6rem" /> : `${percent} of the initial balance`}
        />
        <Stat
          label="Initial Balance"
          value={
            isLoading ? (
              <Skeleton width="8ch" />
            ) : (
              formatMoney(initialBalance(account, stage), currency)
            )
          }
          note={
            isLoading ? <Skeleton width="6rem" /> : (stage?.phase ?? "Balance less profit/loss")
          }
        />
        <Stat
          label="Recorded as of"
          value={recordedAt ? formatDay(recordedAt) : "—"}
          note={recordedAt ? formatTime(recordedAt) : "No trading record yet"}
        />
      </StatRow>
    </section>
  );
}
