import { lazy, Suspense } from "react";
import { formatDollars } from "../../../src/platform/money/money.ts";
import type { PayoutSettings } from "../../../src/business/payouts/payout-settings.schema.ts";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { TableSkeleton } from "../../components/table/table-skeleton.tsx";
import { formatMoment } from "../../format/dates.ts";
import { PermittedButton } from "../../session/permitted-button.tsx";
import { usePayoutSettings } from "./use-payout-settings.ts";
import styles from "./settings.module.css";

const ApprovalDialog = lazy(() =>
  import("./approval-dialog.tsx").then((m) => ({ default: m.ApprovalDialog })),
);

/** The amount above which an approval needs two administrators. */
export function ApprovalPanel() {
  const { data: settings, isError, refetch } = usePayoutSettings();
  const dialog = useDialog<PayoutSettings>();
  return (
    <Panel
      title="Payouts: second approval"
      subtitle="Payouts above a set amount need the approval of two administrators."
      aside={
        <PermittedButton
          ability="payouts.settings"
          size="small"
          disabled={!settings}
          onClick={() => settings && dialog.open(settings)}
        >
          Change
        </PermittedButton>
      }
    >
      {settings ? (
        <SettingsFacts settings={settings} />
      ) : isError ? (
        <LoadFailure text="Failed to load the settings." onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton name="Loading the settings" rows={1} />
      )}
      <Suspense fallback={null}>
        {dialog.subject ? (
          <ApprovalDialog
            key={dialog.key}
            settings={dialog.subject}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
          />
        ) : null}
      </Suspense>
    </Panel>
  );
}

function SettingsFacts({ settings }: { settings: PayoutSettings }) {
  const { secondApprovalAbove, deciders, updatedAt, updatedBy } = settings;
  return (
    <>
      <Facts>
        <Fact name="Needed above">
          {secondApprovalAbove === null
            ? "Off: one administrator approves every amount"
            : formatDollars(secondApprovalAbove)}
        </Fact>
        <Fact name="Administrators who may approve">{String(deciders)}</Fact>
        {updatedAt ? (
          <Fact name="Changed">{`${formatMoment(updatedAt)} · ${updatedBy}`}</Fact>
        ) : null}
      </Facts>
      {secondApprovalAbove !== null && deciders < 2 ? (
        <p className={styles.warning}>
          Only one administrator may approve, so larger amounts cannot be approved. Add another one
          to the team.
        </p>
      ) : null}
    </>
  );
}
