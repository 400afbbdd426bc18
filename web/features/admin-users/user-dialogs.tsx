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
  const FormDialog = form.subject && forms[form.subject.kind];
  return (
    <>
      {details.subject ? (
        <UserDetailsDialog
          key={`details ${details.key}`}
          user={details.subject}
          isOpen={details.isOpen}
          onClose={details.close}
          onOpen={open}
        />
      ) : null}
      {form.subject && FormDialog ? (
        <FormDialog
          key={`form ${form.key}`}
          user={form.subject.user}
          isOpen={form.isOpen}
          onClose={form.close}
        />
      ) : null}
    </>
  );
}
