import Box from "@mui/material/Box";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { Fact, FactColumns } from "../../components/panel/facts.tsx";
import { useSession } from "../../app/session/session.ts";

const standing = {
  "& dl": { display: "flex", flexWrap: "wrap", gap: "0.75rem 2rem" },
  "& dd": { fontWeight: 600 },
};

const placeholder = <Skeleton width="4rem" />;

/** Greets the trader while the account still loads. */
export function DashboardHeader({ account }: { account: TradingAccount | undefined }) {
  const { data: trader } = useSession();
  return (
    <PageHeader
      title={`Welcome back, ${firstName(trader?.fullName)}`}
      aside={
        <Box sx={standing}>
          <FactColumns className="">
            <Fact name="Account Status">
              {account ? <StatusBadge status={account.status} /> : placeholder}
            </Fact>
            <Fact name="Phase">{account ? (account.phase ?? "N/A") : placeholder}</Fact>
          </FactColumns>
        </Box>
      }
    />
  );
}

function firstName(fullName: string | null | undefined): string {
  return fullName?.trim().split(/\s+/)[0] || "Trader";
}
