import type { AdministeredTrader } from "../../../src/traders/trader.schema.ts";
import { formatDollars, formatProfitLoss, parseCents } from "../../../src/money/money.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import { Fact } from "../../components/panel/facts.tsx";
import { countries } from "../../countries.ts";
import { formatDay } from "../../dates.ts";
import { BannedTag } from "./banned-tag.tsx";
import styles from "./details.module.css";
import { DetailSection } from "./detail-section.tsx";
import { LoadedUser } from "./loaded-user.tsx";
import { UserHistory } from "./user-history.tsx";
import { useUser } from "./use-user.ts";
import type { OpenUserDialog, UserDialogProps } from "./user-dialog.ts";
import { PayoutsCell } from "./user-cells.tsx";

const notSet = "Not set";
const notAssigned = "Not assigned yet";

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
            <div className={styles.columns}>
              <PersonalInformation user={loaded} />
              <div className={styles.stack}>
                <AccountStatusFacts user={loaded} />
                <DetailSection
                  title="Trading Platform"
                  aside={
                    <IconButton
                      icon="edit"
                      label="Edit trading account"
                      onClick={() => onOpen("trading-account", loaded)}
                    />
                  }
                >
                  <Fact name="Login">{loaded.tradingAccount.login ?? notAssigned}</Fact>
                  <Fact name="Master Password">
                    {loaded.tradingAccount.masterPassword ?? notAssigned}
                  </Fact>
                  <Fact name="Server">{loaded.tradingAccount.server ?? notAssigned}</Fact>
                </DetailSection>
                <DetailSection
                  title="Risk Management"
                  aside={
                    <IconButton
                      icon="edit"
                      label="Edit risk metrics"
                      onClick={() => onOpen("risk-metrics", loaded)}
                    />
                  }
                >
                  <Fact name="Daily Drawdown Limit">
                    {loaded.tradingAccount.dailyDrawdownLimit ?? notSet}
                  </Fact>
                  <Fact name="Overall Loss Limit">
                    {loaded.tradingAccount.overallLossLimit ?? notSet}
                  </Fact>
                  <Fact name="Profit Target">{loaded.tradingAccount.profitTarget ?? notSet}</Fact>
                </DetailSection>
              </div>
            </div>
            <UserHistory userId={loaded.id} />
          </>
        )}
      </LoadedUser>
    </ViewDialog>
  );
}

function PersonalInformation({ user }: { user: AdministeredTrader }) {
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

function AccountStatusFacts({ user: { tradingAccount } }: { user: AdministeredTrader }) {
  const { status, phase, balance, profitLoss, profitTarget, payoutEnabled } = tradingAccount;
  const isLoss = (parseCents(profitLoss) ?? 0n) < 0n;
  return (
    <DetailSection title="Account Status">
      <Fact name="Status">
        <StatusBadge status={status} />
      </Fact>
      <Fact name="Phase">{phase ?? notSet}</Fact>
      <Fact name="Balance">{formatDollars(balance)}</Fact>
      <Fact name="Profit/Loss">
        <span className={isLoss ? styles.loss : styles.gain}>{formatProfitLoss(profitLoss)}</span>
      </Fact>
      <Fact name="Profit Target">{profitTarget ?? notSet}</Fact>
      <Fact name="Payouts">
        <PayoutsCell isEnabled={payoutEnabled} />
      </Fact>
    </DetailSection>
  );
}
