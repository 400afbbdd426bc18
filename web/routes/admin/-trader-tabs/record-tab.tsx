import { getRouteApi } from "@tanstack/react-router";
import { NoRecord } from "../../../features/admin-trader/no-record.tsx";
import { readRecordSearch } from "../../../features/records/record-search.ts";
import { RecordedStage } from "../../../features/records/recorded-stage.tsx";
import { StageResults } from "../../../features/records/stage-results.tsx";
import { useRecordChange } from "../../../features/records/use-record-change.ts";

const route = getRouteApi("/admin/users_/$id");

/** Shows the calendar, statistics and trades of a stage. */
export function RecordTab({ userId }: { userId: number }) {
  const search = readRecordSearch({ ...route.useSearch() });
  const change = useRecordChange();
  const source = { userId };
  return (
    <RecordedStage
      source={source}
      chosen={search.stage}
      onChoose={(stage) => change({ stage })}
      empty={<NoRecord userId={userId} />}
    >
      {({ stage, select }) => (
        <StageResults
          source={source}
          stage={stage}
          search={search}
          onChange={change}
          tools={select}
          empty={
            <>
              {select}
              <NoRecord userId={userId} />
            </>
          }
        />
      )}
    </RecordedStage>
  );
}
