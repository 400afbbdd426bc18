import type { Overview } from "../../../src/business/firm/overview/overview.schema.ts";
import { Stat, StatRow } from "../../components/stat/stat.tsx";
import { Figure } from "./figure.tsx";

export function OverviewCards({ users }: { users: Overview["users"] | undefined }) {
  return (
    <StatRow>
      <Stat label="Total Users" value={<Figure value={users?.total} />} />
      <Stat label="Active Traders" value={<Figure value={users?.byStatus.active} />} />
      <Stat label="Under Review" value={<Figure value={users?.byStatus["under-review"]} />} />
      <Stat label="Breached" value={<Figure value={users?.byStatus.breached} />} />
    </StatRow>
  );
}
