import { Opened } from "../../components/dialog/opened.tsx";
import { BanUserDialog } from "./ban-user-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditRiskMetricsDialog } from "./edit-risk-metrics-dialog.tsx";
import { EditTradingAccountDialog } from "./edit-trading-account-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { UploadCertificateDialog } from "./upload-certificate-dialog.tsx";
import type { UserDialogsState } from "./use-user-dialogs.ts";
import { UserDetailsDialog } from "./user-details-dialog.tsx";

const forms = {
  edit: EditUserDialog,
  "trading-account": EditTradingAccountDialog,
  "risk-metrics": EditRiskMetricsDialog,
  certificate: UploadCertificateDialog,
  ban: BanUserDialog,
  delete: DeleteUserDialog,
};

/** Renders the dialogs about a trader. */
export function UserDialogs({ details, form, open }: UserDialogsState) {
  return (
    <>
      <Opened dialog={details}>
        {(frame, user) => <UserDetailsDialog {...frame} user={user} onOpen={open} />}
      </Opened>
      <Opened dialog={form}>
        {(frame, { kind, user }) => {
          const FormDialog = forms[kind];
          return <FormDialog {...frame} user={user} />;
        }}
      </Opened>
    </>
  );
}
