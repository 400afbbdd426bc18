import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { MailSettings } from "../../../../src/business/office/mails/mail.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { useRefusal } from "../../../app/session/use-may.ts";
import { Button } from "../../../components/button/button.tsx";
import { Checkbox } from "../../../components/field/checkbox.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { settingsDialogs } from "./settings-dialogs.ts";

const listLook = {
  m: 0,
  p: 0,
  listStyle: "none",
  "& > li": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto auto",
    alignItems: "center",
    gap: "0.75rem 1rem",
    py: 1.25,
    borderBlockStart: "1px solid var(--line)",
  },
};
type MailSetting = MailSettings["mails"][number];

/** Shows which emails are sent, with a preview of each. */
export function MailsPanel() {
  const settings = trpc.admin.settings.mails.get.useQuery(undefined, { refetchOnMount: "always" });
  const open = useOpenDialog(settingsDialogs);
  return (
    <Panel
      title="Emails"
      subtitle="Traders see the same content under Notices, whether or not it is emailed."
    >
      <Loaded query={settings} noun="the emails" skeleton={6}>
        {({ mails }) => (
          <Box component="ul" sx={listLook}>
            {mails.map((mail) => (
              <li key={mail.kind}>
                <MailName {...mail} />
                <SentSwitch mail={mail} />
                <Button
                  size="small"
                  aria-label={`Preview of ${mail.label}`}
                  onClick={() => open("email", mail.kind)}
                >
                  Preview
                </Button>
              </li>
            ))}
          </Box>
        )}
      </Loaded>
    </Panel>
  );
}

function MailName({ label, when }: MailSetting) {
  return (
    <div>
      <strong>{label}</strong>
      <Typography variant="body2" color="textSecondary">{`Sent ${when}`}</Typography>
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
  if (mail.isAlwaysSent)
    return (
      <Typography variant="body2" color="textSecondary">
        Always
      </Typography>
    );
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
