import { useState } from "react";
import { TextButton } from "../../components/button/text-button.tsx";
import { Fact } from "../../components/panel/facts.tsx";
import { useMay } from "../../app/session/use-may.ts";
import { trpc } from "../../trpc.ts";
import styles from "./payouts.module.css";

interface DetailsFactProps {
  id: number;
  isPresent: boolean;
}

/** Shows the payment details on request only, because each view is recorded in the audit log. */
export function DetailsFact({ id, isPresent }: DetailsFactProps) {
  const maySee = useMay("payouts.details");
  return (
    <Fact name="Payment Details">
      {!isPresent ? "None given" : maySee ? <HiddenDetails id={id} /> : "Not shown to your role"}
    </Fact>
  );
}

function HiddenDetails({ id }: { id: number }) {
  const [isShown, setShown] = useState(false);
  const { data, isError, isFetching, refetch } = trpc.admin.payouts.get.useQuery(
    { id },
    { enabled: isShown, refetchOnMount: "always" },
  );
  if (isShown && data) return <span className={styles.lines}>{data.paymentDetails}</span>;
  return (
    <TextButton
      disabled={isFetching}
      title="Views are recorded in the audit log"
      onClick={() => {
        if (isShown) void refetch();
        setShown(true);
      }}
    >
      {isFetching ? "Loading..." : isError ? "Try again" : "Show details"}
    </TextButton>
  );
}
