import type { AccountStatus } from "../../../src/business/traders/accounts/account.rule.ts";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { FigureLine, FilterFigure } from "../../components/stat/stat.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { accountStatusLabels } from "../../domain/format/status-labels.ts";
import { useOverview } from "../../app/api-client/use-overview.ts";

const shown: AccountStatus[] = ["active", "pending", "under-review", "breached"];

interface UserCardsProps {
  /** The status that the list is filtered by. */
  status: string | undefined;
  onChange: (change: { status: string | undefined }) => void;
}

/** Shows the number of traders, in total and by status; each filters the list. */
export function UserCards({ status, onChange }: UserCardsProps) {
  const overview = useOverview();
  if (overview.isError) {
    return (
      <LoadFailure text="Failed to load the figures." onRetry={() => void overview.refetch()} />
    );
  }
  const users = overview.data?.users;
  const figure = (count: number | undefined) =>
    count === undefined ? <Skeleton width="3ch" /> : formatCount(count);
  return (
    <section aria-label="User figures" aria-busy={overview.isPending}>
      <FigureLine>
        <FilterFigure
          label="Total Users"
          value={figure(users?.total)}
          isChosen={status === undefined}
          onChoose={() => onChange({ status: undefined })}
        />
        {shown.map((of) => (
          <FilterFigure
            key={of}
            label={accountStatusLabels[of]}
            value={figure(users?.byStatus[of])}
            isChosen={status === of}
            onChoose={() => onChange({ status: of })}
          />
        ))}
      </FigureLine>
    </section>
  );
}
