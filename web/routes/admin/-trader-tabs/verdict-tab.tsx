import { getRouteApi } from "@tanstack/react-router";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { AnchorButton } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { NoRecord } from "../../../features/admin-trader/no-record.tsx";
import { OpenReviews } from "../../../features/admin-trader/open-reviews.tsx";
import { VerdictHistory } from "../../../features/admin-trader/verdict-history.tsx";
import { EquityPanel } from "../../../features/records/equity-panel.tsx";
import { readRecordSearch } from "../../../features/records/record-search.ts";
import { RecordedStage } from "../../../features/records/recorded-stage.tsx";
import { useRecordChange } from "../../../features/records/use-record-change.ts";
import { StageVerdict } from "../../../domain/verdicts/stage-verdict.tsx";
import { breachStanding } from "../../../domain/verdicts/verdict-words.ts";

const route = getRouteApi("/admin/users_/$id");

/** Shows the verdict in the same words and figures as the trader's screens, and its history. */
export function VerdictTab({ trader }: { trader: TraderListItem }) {
  const search = readRecordSearch({ ...route.useSearch() });
  const change = useRecordChange();
  const source = { userId: trader.id };
  return (
    <RecordedStage
      source={source}
      chosen={search.stage}
      onChoose={(stage) => change({ stage })}
      empty={<NoRecord userId={trader.id} />}
    >
      {({ stage, isCurrent, select }) => {
        const standing = breachStanding({ stage, accountStatus: trader.tradingAccount.status });
        return (
          <Stack>
            <OpenReviews userId={trader.id} />
            <StageVerdict
              owner={source}
              stage={stage}
              standing={standing}
              actions={
                <>
                  {select}
                  <AnchorButton
                    href={`/api/admin/user/${trader.id}/case?stage=${stage.id}`}
                    download
                    size="small"
                  >
                    <Icon name="download" size={16} />
                    Download case
                  </AnchorButton>
                </>
              }
            />
            <EquityPanel
              source={source}
              stage={stage}
              limits={isCurrent ? trader.tradingAccount : undefined}
              empty={null}
            />
            <VerdictHistory userId={trader.id} stage={stage} standing={standing} />
          </Stack>
        );
      }}
    </RecordedStage>
  );
}
