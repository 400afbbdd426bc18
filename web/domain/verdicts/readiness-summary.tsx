import type { Readiness } from "../../../src/business/money/payouts/readiness.rule.ts";
import type { PayoutRules } from "../../../src/business/judgement/rules/rules.schema.ts";
import { timeInWords } from "../../../src/business/judgement/engine/findings.rule.ts";
import { moneyIn, storedCents } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import styles from "./readiness.module.css";
import { amountLines, readyWords, waitWords } from "./readiness-words.ts";
import { useNow } from "./use-now.ts";

interface ReadinessSummaryProps {
  readiness: Readiness;
  /** The currency of the current stage. */
  currency: string;
  rules: PayoutRules;
}

/** Shows what is ready for a payout, what is missing, and how the amount is calculated. */
export function ReadinessSummary({ readiness, currency, rules }: ReadinessSummaryProps) {
  return (
    <div className={styles.halves}>
      <div>
        <p className={styles.standing}>
          <Badge tone={readiness.ready ? "green" : "gray"}>
            {readiness.ready ? "Ready" : "Not ready yet"}
          </Badge>
          <NextTime nextAt={readiness.nextAt} />
        </p>
        <Missing reasons={readiness.reasons} />
        <Ready texts={readyWords(readiness, rules)} />
      </div>
      <Facts>
        {amountLines(readiness, { currency, rules }).map(({ name, amount }) => (
          <Fact key={name} isAmount name={name}>
            {amount}
          </Fact>
        ))}
        <Fact isAmount name="Can be withdrawn">
          <span className={styles.total}>
            {moneyIn(currency)(storedCents(readiness.withdrawable))}
          </span>
        </Fact>
      </Facts>
    </div>
  );
}

function NextTime({ nextAt }: Pick<Readiness, "nextAt">) {
  const now = useNow();
  if (nextAt === null) return null;
  return (
    <span className={styles.next}>{`From ${timeInWords(nextAt)}, ${waitWords(nextAt, now)}`}</span>
  );
}

function Missing({ reasons }: Pick<Readiness, "reasons">) {
  if (reasons.length === 0) return null;
  return (
    <section aria-label="What is missing">
      <h3 className={styles.title}>Missing</h3>
      <ul className={styles.list}>
        {reasons.map(({ code, message }) => (
          <li key={code} className={styles.missing}>
            <Icon name="close" size={16} />
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ready({ texts }: { texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-label="What is ready">
      <h3 className={styles.title}>Ready</h3>
      <ul className={`${styles.list} ${styles.ready}`}>
        {texts.map((text) => (
          <li key={text}>
            <Icon name="check" size={16} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
