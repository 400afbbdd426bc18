import { Button } from "../../components/button/button.tsx";
import { IconButton } from "../../components/button/icon-button.tsx";
import { ViewDialog } from "../../components/dialog/view-dialog.tsx";
import styles from "./details.module.css";
import { DetailSection } from "./detail-section.tsx";
import { LoadedUser } from "./loaded-user.tsx";
import {
  AccountFacts,
  PersonalFacts,
  PlatformFacts,
  RiskFacts,
  ShownPassword,
} from "./user-facts.tsx";
import { UserHistory } from "./user-history.tsx";
import { useUserWithPassword, type UserWithPassword } from "./use-user.ts";
import type { OpenUserDialog, UserDialogProps } from "./user-dialog.ts";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { Permitted } from "../../app/session/permitted.tsx";

interface UserDetailsDialogProps extends UserDialogProps {
  onOpen: OpenUserDialog;
}

export function UserDetailsDialog({ user, isOpen, onClose, onOpen }: UserDetailsDialogProps) {
  const query = useUserWithPassword(user.id, isOpen);
  const { data } = query;
  const { masterPassword } = data?.tradingAccount ?? {};
  // The forms above these details need not view the password again.
  const shown = { ...(data ?? user), masterPassword };
  return (
    <ViewDialog
      title="User Details"
      isOpen={isOpen}
      onClose={onClose}
      size="md"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <PermittedButton
            ability="certificates.write"
            onClick={() => onOpen("certificate", shown)}
          >
            Upload Certificate
          </PermittedButton>
          <PermittedButton
            ability="traders.write"
            look="primary"
            onClick={() => onOpen("edit", shown)}
          >
            Edit User
          </PermittedButton>
        </>
      }
    >
      <LoadedUser query={query}>
        {(loaded) => (
          <>
            <div className={styles.sections}>
              <DetailSection title="Personal Information">
                <PersonalFacts user={loaded} />
              </DetailSection>
              <DetailSection title="Trading Account Status">
                <AccountFacts account={loaded.tradingAccount} />
              </DetailSection>
              <TradingPlatform user={loaded} onEdit={() => onOpen("trading-account", shown)} />
              <RiskManagement user={loaded} onEdit={() => onOpen("risk-metrics", shown)} />
            </div>
            <UserHistory userId={loaded.id} />
          </>
        )}
      </LoadedUser>
    </ViewDialog>
  );
}

interface EditableFactsProps {
  user: UserWithPassword;
  onEdit: () => void;
}

function TradingPlatform({ user: { tradingAccount }, onEdit }: EditableFactsProps) {
  return (
    <DetailSection
      title="Trading Platform"
      aside={
        <Permitted to="traders.write">
          <IconButton icon="edit" hint="Edit" label="Edit trading account" onClick={onEdit} />
        </Permitted>
      }
    >
      <PlatformFacts account={tradingAccount}>
        <ShownPassword value={tradingAccount.masterPassword} />
      </PlatformFacts>
    </DetailSection>
  );
}

function RiskManagement({ user: { tradingAccount }, onEdit }: EditableFactsProps) {
  return (
    <DetailSection
      title="Risk Management"
      aside={
        <Permitted to="traders.write">
          <IconButton icon="edit" hint="Edit" label="Edit risk metrics" onClick={onEdit} />
        </Permitted>
      }
    >
      <RiskFacts account={tradingAccount} />
    </DetailSection>
  );
}
