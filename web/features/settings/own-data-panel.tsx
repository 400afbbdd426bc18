import { useState } from "react";
import { AnchorButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { Panel } from "../../components/panel/panel.tsx";

/** Offers everything that is held about the trader as one file. */
export function OwnDataPanel() {
  const [isRequested, setRequested] = useState(false);
  return (
    <Panel
      title="Your Data"
      subtitle="Once an hour, you can download everything that is held about you."
      aside={
        <AnchorButton
          href="/api/user/export"
          download
          size="small"
          onClick={() => setRequested(true)}
        >
          <Icon name="download" size={16} />
          Download My Data
        </AnchorButton>
      }
    >
      <p>
        The zip file contains your profile, account, sessions, stages with their rules, trading
        records, verdicts, reviews, payout requests with your payment details, notices, certificates
        and statements. It does not contain your passwords. Keep it in a safe place.
      </p>
      {isRequested ? (
        <p role="status">If your browser cannot download the file, try again in an hour.</p>
      ) : null}
    </Panel>
  );
}
