import type { AccountFinding } from "../../../src/business/record/conduct/finding.schema.ts";
import { formatResult } from "../../../src/platform/money/money.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Words } from "../appeals/appeal-parts.tsx";
import { momentIn } from "../format/dates.ts";
import { evidenceWords, exoneratingWords, findingState } from "./finding-words.ts";

interface FindingProps {
  finding: AccountFinding;
  currency: string;
  /** The zone of the rules. */
  timeZone: string | undefined;
}

export function FindingBadge({ finding }: Pick<FindingProps, "finding">) {
  const { word, tone } = findingState(finding);
  return <Badge tone={tone}>{word}</Badge>;
}

/** The trades, events and deals of a finding, and what it rests on. */
export function FindingFacts({ finding, currency, timeZone }: FindingProps) {
  const { at, trades, events, deals, grade, waiver } = finding;
  const moment = (time: string) => momentIn(Date.parse(time), timeZone);
  const exonerating = exoneratingWords(finding, { currency, timeZone });
  return (
    <Facts>
      {exonerating ? <Fact name="No offence">{exonerating}</Fact> : null}
      <Fact name="When">{moment(at)}</Fact>
      {trades.map(({ position, symbol, side, openTime, closeTime, net }) => (
        <Fact key={position} name={`Trade ${position}`}>
          {`${side === "buy" ? "Bought" : "Sold"} ${symbol}, opened ${moment(openTime)}, ${
            closeTime === null ? "still open" : `closed ${moment(closeTime)}`
          }: ${formatResult(net, currency)}`}
        </Fact>
      ))}
      {events.map(({ id, at: time, currency: of, title, announcedAt }) => (
        <Fact key={id} name="Event">
          {`${title} (${of}), ${moment(time)}, announced ${moment(announcedAt)}`}
        </Fact>
      ))}
      {deals.length > 0 ? <Fact name="Deals">{deals.join(", ")}</Fact> : null}
      <Fact name="Evidence">{evidenceWords[grade]}</Fact>
      {waiver ? (
        <>
          <Fact name="Waived">{moment(waiver.at)}</Fact>
          <Fact name="Reason">
            <Words>{waiver.reason}</Words>
          </Fact>
        </>
      ) : null}
    </Facts>
  );
}
