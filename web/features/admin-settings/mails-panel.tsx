import type { MailSettings } from "../../../src/business/firm/mails/mail.schema.ts";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Checkbox } from "../../components/field/checkbox.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { Loaded } from "../../components/loaded/loaded.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { useRefusal } from "../../app/session/use-may.ts";
import { trpc } from "../../trpc.ts";
import styles from "./settings.module.css";

const MailPreviewDialog = lazyComponent(() =>
  import("./mail-preview-dialog.tsx").then((m) => m.MailPreviewDialog),
);

type MailSetting = MailSettings["mails"][number];

/** Shows which emails are sent, with a preview of each. */
export function MailsPanel() {
  const settings = trpc.admin.settings.mails.get.useQuery(undefined, { refetchOnMount: "always" });
  const dialog = useDialog<MailSetting>();
  return (
    <Panel
      title="Emails"
      subtitle="Traders see the same content under Notices, whether or not it is emailed."
    >
      <Loaded query={settings} noun="the emails" skeleton={6}>
        {({ mails }) => (
          <ul className={styles.mails}>
            {mails.map((mail) => (
              <li key={mail.kind}>
                <MailName {...mail} />
                <SentSwitch mail={mail} />
                <Button
                  size="small"
                  aria-label={`Preview of ${mail.label}`}
                  onClick={() => dialog.open(mail)}
                >
                  Preview
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Opened dialog={dialog}>
        {(frame, mail) => <MailPreviewDialog {...frame} mail={mail} />}
      </Opened>
    </Panel>
  );
}

function MailName({ label, when }: MailSetting) {
  return (
    <div className={styles.mail}>
      <strong>{label}</strong>
      <span>{`Sent ${when}`}</span>
    </div>
  );
}

/** The label is for screen readers only, because the row already shows the same text. */
function SentSwitch({ mail }: { mail: MailSetting }) {
  const refusal = useRefusal("settings.write");
  const { succeeded, failed } = useAdminOutcome();
  const { get } = trpc.useUtils().admin.settings.mails;
  const save = trpc.admin.settings.mails.set.useMutation({
    onSuccess: (saved) => {
      // The checkbox can be used again at once, not only after the page has fetched its data again.
      get.setData(undefined, saved);
      const isSent = saved.mails.find(({ kind }) => kind === mail.kind)?.isSent;
      void succeeded(`${mail.label} ${isSent ? "switched on" : "switched off"}`);
    },
    onError: (error) => failed("Update failed", error),
  });
  if (mail.isAlwaysSent) return <span className={styles.always}>Always</span>;
  return (
    <Checkbox
      label={`Send: ${mail.label}`}
      isLabelHidden
      checked={save.isPending ? save.variables.isSent : mail.isSent}
      disabled={refusal !== undefined || save.isPending}
      title={refusal}
      onChange={({ target }) => save.mutate({ kind: mail.kind, isSent: target.checked })}
    />
  );
}
