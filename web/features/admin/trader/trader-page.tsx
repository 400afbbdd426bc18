import { Skeleton } from "../../../components/feedback/skeleton.tsx";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { TraderSummary } from "../../../../src/business/traders/trader.schema.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { MessageView } from "../../../components/feedback/message-view.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { useLive } from "../../../app/live/use-live.ts";
import { Stat, StatRow } from "../../../components/stat/stat.tsx";
import { BackToUsers } from "./trader-header.tsx";
import { useTrader } from "./use-trader.ts";

interface TraderPageProps {
  id: number;
  children: (trader: TraderSummary) => ReactNode;
}

/** Renders the content of a user's page, or its other states: loading, failed, and a trader who does not exist. */
export function TraderPage({ id, children }: TraderPageProps) {
  const query = useTrader(id);
  useLive(id);
  const isMissing = readApiError(query.error).httpStatus === 404;
  if (query.isError && isMissing) return <MissingTrader />;
  if (query.data) return <Stack>{children(query.data)}</Stack>;
  if (query.isLoadingError) {
    return (
      <Stack>
        <BackToUsers />
        <LoadFailure text="Failed to load the user." onRetry={() => void query.refetch()} />
      </Stack>
    );
  }
  return <TraderSkeleton />;
}

export function MissingTrader() {
  return (
    <MessageView
      title="User not found"
      text="There is no user at this address. They may have been deleted."
      action={<Link to="/admin/users">Go to users</Link>}
    />
  );
}

const labels = ["Room Today", "Room to Maximum Loss", "Verdict", "Payouts"];

function TraderSkeleton() {
  return (
    <LoadingRegion name="Loading user">
      <Stack>
        <header>
          <BackToUsers />
          <Skeleton width="30rem" height="2.25rem" />
        </header>
        <StatRow footer={<Skeleton height="2.5rem" />}>
          {labels.map((label) => (
            <Stat
              key={label}
              label={label}
              value={<Skeleton width="7ch" />}
              note={<Skeleton width="6rem" />}
            />
          ))}
        </StatRow>
        <Skeleton shape="block" height={40} />
        <Skeleton shape="block" height={320} />
      </Stack>
    </LoadingRegion>
  );
}
