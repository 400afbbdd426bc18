import type { TraderSummary } from "../../../../src/business/traders/trader.schema.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { sayMoment } from "../../../domain/format/dates.ts";

interface RecoveryNoticeProps {
  recovery: TraderSummary["recovery"];
  onCancel: () => void;
}

/** Says that the trader's lost second factor is being removed; renders nothing if it is not. */
export function RecoveryNotice({ recovery, onCancel }: RecoveryNoticeProps) {
  if (!recovery) return null;
  return (
    <Notice tone="warning" title={`The second factor is removed at ${sayMoment(recovery.endsAt)}`}>
      <p>
        {`Requested by ${recovery.by} at ${sayMoment(recovery.requestedAt)}. Until then, the user can stop it by mail, and no payout is approved.`}
      </p>
      <PermittedButton ability="traders.recover" size="small" onClick={onCancel}>
        Cancel the Removal
      </PermittedButton>
    </Notice>
  );
}
