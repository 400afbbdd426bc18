import type { Statistics } from "../../../src/business/trading/records/record.schema.ts";
import { formatResult, parseCents } from "../../../src/platform/money/money.ts";
import { Panel } from "../../components/panel/panel.tsx";
import { formatCount, formatCountOf } from "../../domain/format/counts.ts";
import styles from "./symbols.module.css";
import { toneOf } from "./tones.ts";

type SymbolResult = Statistics["bySymbol"][number];

interface SymbolResultsProps {
  symbols: readonly SymbolResult[];
  currency: string;
}

/** Shows the results by symbol, best first, with bars on a common scale. */
export function SymbolResults({ symbols, currency }: SymbolResultsProps) {
  const sorted = symbols.toSorted((a, b) => Number(b.net) - Number(a.net));
  const largest = Math.max(1, ...symbols.map(({ net }) => Math.abs(Number(net))));
  return (
    <Panel title="Results by Symbol" subtitle={formatCountOf(symbols.length, "symbol")}>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Symbol</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((result) => (
              <SymbolRow
                key={result.symbol}
                result={result}
                largest={largest}
                currency={currency}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

interface SymbolRowProps {
  result: SymbolResult;
  largest: number;
  currency: string;
}

function SymbolRow({ result, largest, currency }: SymbolRowProps) {
  const { symbol, trades, wins, volume, net } = result;
  const share = (Math.abs(Number(net)) / largest) * 50;
  const isLoss = (parseCents(net) ?? 0n) < 0n;
  return (
    <tr>
      <th scope="row">
        {symbol}
        <span className={styles.note}>
          <span>{`${formatCountOf(trades, "trade")}, ${formatCount(wins)} won,`}</span>{" "}
          <span>{`${volume} lots`}</span>
        </span>
      </th>
      <td className={styles.bars} aria-hidden="true">
        <span
          className={styles.bar}
          data-tone={isLoss ? "loss" : "gain"}
          style={{ inlineSize: `${share}%`, insetInlineStart: isLoss ? `${50 - share}%` : "50%" }}
        />
      </td>
      <td className={styles.net} data-tone={toneOf(net)}>
        {formatResult(net, currency)}
      </td>
    </tr>
  );
}
