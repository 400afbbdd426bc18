import { ContactSupport } from "../../components/brand/contact-support.tsx";
import { LoadingRegion } from "../../components/feedback/loading-region.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { FieldSkeleton } from "../../components/field/field-skeleton.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import layout from "../../components/forms/form.module.css";
import { useAccount } from "../../app/api-client/use-account.ts";
import { PayoutForm } from "./payout-form.tsx";

/** Shows the form, or a notice if payouts are not enabled. */
export function RequestPayout() {
  const account = useAccount();
  const skeleton = (
    <LoadingRegion name="Loading the payout form">
      <div className={layout.column}>
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
    </LoadingRegion>
  );
  return (
    <Loaded query={account} noun="your account" skeleton={skeleton}>
      {({ payoutEnabled, currency }) =>
        payoutEnabled ? (
          <PayoutForm currency={currency} />
        ) : (
          <Notice tone="info" title="Payouts not available">
            <p>
              Your account is not currently eligible for payouts. Please <ContactSupport /> for more
              information.
            </p>
          </Notice>
        )
      }
    </Loaded>
  );
}
