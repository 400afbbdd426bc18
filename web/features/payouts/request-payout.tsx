import { ContactSupport } from "../../components/brand/contact-support.tsx";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import layout from "../../forms/form.module.css";
import { useAccount } from "../../api-client/use-account.ts";
import { PayoutForm } from "./payout-form.tsx";

/** Shows the form, or a notice if payouts are not enabled. */
export function RequestPayout() {
  const account = useAccount();
  if (account.isPending) {
    return (
      <LoadingRegion name="Loading the payout form">
        <div className={layout.column}>
          <FieldSkeleton />
          <FieldSkeleton />
        </div>
      </LoadingRegion>
    );
  }
  if (account.isError) {
    return (
      <LoadFailure text="Failed to load your account." onRetry={() => void account.refetch()} />
    );
  }
  if (!account.data.payoutEnabled) {
    return (
      <Notice tone="info" title="Payouts not available">
        <p>
          Your account is not currently eligible for payouts. Please <ContactSupport /> for more
          information.
        </p>
      </Notice>
    );
  }
  return <PayoutForm />;
}
