import type { ReactNode } from "react";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { NotesTab } from "../../../features/admin-trader/notes-tab.tsx";
import { StagesTab } from "../../../features/admin-trader/stages-tab.tsx";
import { StatementsTab } from "../../../features/admin-trader/statements-tab.tsx";
import type { TraderTab as TabKey } from "../../../features/admin-trader/trader-search.ts";
import type { OpenUserDialog } from "../../../features/admin-users/user-dialog.ts";
import { CertificatesSection } from "./certificates-section.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { PayoutsTab } from "./payouts-tab.tsx";
import { RecordTab } from "./record-tab.tsx";
import { VerdictTab } from "./verdict-tab.tsx";

interface TabProps {
  trader: TraderListItem;
  onOpen: OpenUserDialog;
}

interface TraderTabProps extends TabProps {
  tab: Exclude<TabKey, "overview">;
}

const tabs: Readonly<Record<TraderTabProps["tab"], (props: TabProps) => ReactNode>> = {
  verdict: ({ trader }) => <VerdictTab trader={trader} />,
  record: ({ trader }) => <RecordTab userId={trader.id} />,
  statements: ({ trader }) => <StatementsTab userId={trader.id} />,
  stages: ({ trader }) => <StagesTab trader={trader} />,
  payouts: ({ trader }) => <PayoutsTab userId={trader.id} />,
  certificates: ({ trader, onOpen }) => (
    <CertificatesSection userId={trader.id} onUpload={() => onOpen("certificate", trader)} />
  ),
  notes: ({ trader }) => <NotesTab userId={trader.id} />,
  history: ({ trader }) => <HistoryTab userId={trader.id} />,
};

/** Renders any tab of a trader's page but the overview, which does not wait for the code of the others. */
export function TraderTab({ tab, ...props }: TraderTabProps) {
  const Tab = tabs[tab];
  return <Tab {...props} />;
}
