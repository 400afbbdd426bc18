import type { AdminTrader } from "../../../src/business/traders/trader.schema.ts";
import { formatDollars, formatProfitLoss, parseCents } from "../../../src/platform/money/money.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { HintedIconButton } from "../../components/button/hinted-icon-button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Fact, NoValue } from "../../components/panel/facts.tsx";
import { countries } from "../../format/countries.ts";
import { formatDay } from "../../format/dates.ts";
import { BannedTag } from "./banned-tag.tsx";
import styles from "./details.module.css";
import { DetailSection } from "./detail-section.tsx";
import { LoadedUser } from "./loaded-user.tsx";
import { UserHistory } from "./user-history.tsx";
import { useUser } from "./use-user.ts";
import type { OpenUserDialog, UserDialogProps } from "./user-dialog.ts";
import { PayoutsCell } from "./user-cells.tsx";

const notSet = <NoValue>Not set</NoValue>;
const notAssigned = <NoValue>Not assigned yet</NoValue>;

interface UserDetailsDialogProps extends UserDialogProps {
  onOpen: OpenUserDialog;
}

export function UserDetailsDialog({ user, isOpen, onClose, onOpen }: UserDetailsDialogProps) {
  const query = useUser(user.id);
  const found = query.data ?? user;
  return (
    <ViewDialog
      title="User Details"
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button onClick={() => onOpen("certificate", found)}>Upload Certificate</Button>
          <Button look="primary" onClick={() => onOpen("edit", found)}>
            Edit User
          </Button>
        </>
      }
    >
      <LoadedUser query={query}>
        {(loaded) => (
          <>
            <div className={styles.sections}>
              <PersonalInformation user={loaded} />
              <AccountStatusFacts user={loaded} />
              <TradingPlatform user={loaded} onEdit={() => onOpen("trading-account", loaded)} />
              <RiskManagement user={loaded} onEdit={() => onOpen("risk-metrics", loaded)} />
            </div>
            <UserHistory userId={loaded.id} />
          </>
        )}
      </LoadedUser>
    </ViewDialog>
  );
}

function PersonalInformation({ user }: { user: AdminTrader }) {
  const country = user.country && (countries[user.country] ?? user.country);
  return (
    <DetailSection title="Personal Information">
      <Fact name="ID">{user.id}</Fact>
      <Fact name="Name">{user.fullName ?? notSet}</Fact>
      <Fact name="Email">{user.email}</Fact>
      <Fact name="Country">{country ?? notSet}</Fact>
      <Fact name="City">{user.city ?? notSet}</Fact>
      <Fact name="Street">{user.street ?? notSet}</Fact>
      <Fact name="House Number">{user.houseNumber ?? notSet}</Fact>
      <Fact name="Joined">{formatDay(user.createdAt)}</Fact>
      <Fact name="Account Status">{user.banned ? <BannedTag /> : "Active"}</Fact>
      {user.banned ? <Fact name="Ban Reason">{user.banReason ?? notSet}</Fact> : null}
    </DetailSection>
  );
}

function AccountStatusFacts({ user: { tradingAccount } }: { user: AdminTrader }) {
  const { status, phase, balance, profitLoss, profitTarget, payoutEnabled } = tradingAccount;
  const isLoss = (parseCents(profitLoss) ?? 0n) < 0n;
  return (
    <DetailSection title="Trading Account Status">
      <Fact name="Status">
        <StatusBadge status={status} />
      </Fact>
      <Fact name="Phase">{phase ?? notSet}</Fact>
      <Fact name="Balance" isAmount>
        {formatDollars(balance)}
      </Fact>
      <Fact name="Profit/Loss" isAmount>
        <span className={isLoss ? styles.loss : styles.gain}>{formatProfitLoss(profitLoss)}</span>
      </Fact>
      <Fact name="Profit Target">{profitTarget ?? notSet}</Fact>
      <Fact name="Payouts">
        <PayoutsCell isEnabled={payoutEnabled} />
      </Fact>
    </DetailSection>
  );
}

interface EditableFactsProps {
  user: AdminTrader;
  onEdit: () => void;
}

function TradingPlatform({ user: { tradingAccount }, onEdit }: EditableFactsProps) {
  const { login, masterPassword, server } = tradingAccount;
  return (
    <DetailSection
      title="Trading Platform"
      aside={
        <HintedIconButton icon="edit" hint="Edit" label="Edit trading account" onClick={onEdit} />
      }
    >
      <Fact name="Login">{login ?? notAssigned}</Fact>
      <Fact name="Master Password">{masterPassword ?? notAssigned}</Fact>
      <Fact name="Server">{server ?? notAssigned}</Fact>
    </DetailSection>
  );
}

function RiskManagement({ user: { tradingAccount }, onEdit }: EditableFactsProps) {
  const { dailyDrawdownLimit, overallLossLimit, profitTarget } = tradingAccount;
  return (
    <DetailSection
      title="Risk Management"
      aside={
        <HintedIconButton icon="edit" hint="Edit" label="Edit risk metrics" onClick={onEdit} />
      }
    >
      <Fact name="Daily Drawdown Limit">{dailyDrawdownLimit ?? notSet}</Fact>
      <Fact name="Overall Loss Limit">{overallLossLimit ?? notSet}</Fact>
      <Fact name="Profit Target">{profitTarget ?? notSet}</Fact>
    </DetailSection>
  );
}
