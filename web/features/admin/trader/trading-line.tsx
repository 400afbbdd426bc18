import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { trpc } from "../../../trpc.ts";

/**
 * Says that the platform was asked to disable trading with the account's login, since when and why, or that it has been
 * enabled again; renders nothing if neither was ever done.
 */
export function TradingLine({ trader }: { trader: TraderListItem }) {
  const { login } = trader.tradingAccount;
  const disabling = useLastDone(trader, "disable_trading");
  const enabling = useLastDone(trader, "enable_trading");
  const last = [disabling, enabling]
    .filter((action) => action?.login === login)
    .toSorted((one, other) => timeOf(other) - timeOf(one))[0];
  if (!last?.finishedAt) return null;
  const isDisabled = last.kind === "disable_trading";
  return (
    <Typography
      sx={{
        color: isDisabled ? "error.main" : "text.secondary",
        overflowWrap: "anywhere",
        "& a": { textDecoration: "underline" },
      }}
    >
      {`Trading ${isDisabled ? "disabled" : "enabled"} since ${formatMoment(last.finishedAt)}: ${last.reason.replace(/\.$/, "")}. `}
      <Link to="/admin/actions" search={{ search: trader.email }}>
        See what was asked of the platform
      </Link>
    </Typography>
  );
}

const timeOf = (action: { finishedAt: Date | null } | undefined) =>
  action?.finishedAt?.getTime() ?? 0;

/** The latest action of a kind that the platform has carried out. */
function useLastDone({ id, tradingAccount }: TraderListItem, kind: SwitchKind) {
  const { data } = trpc.admin.actions.page.useQuery(
    { userId: id, kind, status: "done", pageSize: 1 },
    { enabled: tradingAccount.login !== null },
  );
  return data?.rows[0];
}

type SwitchKind = "disable_trading" | "enable_trading";
