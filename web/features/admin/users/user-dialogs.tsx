import { dialog, dialogAbout, Dialogs, useOpenDialog } from "../../../app/dialogs.tsx";

const loadForms = () => import("./user-forms.tsx");
const loadAccountForms = () => import("./account-forms.tsx");
const loadRecovery = () => import("./recovery-dialogs.tsx");
const loadBan = () => import("./ban-delete-dialogs.tsx");

/** The dialogs about a user. `edit` has the address `?dialog=edit&user=43`. */
export const userDialogs = {
  "user-details": dialogAbout("user", () =>
    import("./user-details-dialog.tsx").then((m) => m.UserDetailsDialog),
  ),
  edit: dialogAbout("user", () => loadForms().then((m) => m.EditUserDialog), "traders.write"),
  "trading-account": dialogAbout(
    "user",
    () => loadAccountForms().then((m) => m.EditTradingAccountDialog),
    "traders.write",
  ),
  "risk-metrics": dialogAbout(
    "user",
    () => loadAccountForms().then((m) => m.EditRiskMetricsDialog),
    "traders.write",
  ),
  certificate: dialogAbout(
    "user",
    () => import("./upload-certificate-dialog.tsx").then((m) => m.UploadCertificateDialog),
    "certificates.write",
  ),
  ban: dialogAbout("user", () => loadBan().then((m) => m.BanUserDialog), "traders.write"),
  "remove-factor": dialogAbout(
    "user",
    () => loadRecovery().then((m) => m.RemoveFactorDialog),
    "traders.recover",
  ),
  "cancel-recovery": dialogAbout(
    "user",
    () => loadRecovery().then((m) => m.CancelRecoveryDialog),
    "traders.recover",
  ),
  delete: dialogAbout("user", () => loadBan().then((m) => m.DeleteUserDialog), "traders.delete"),
};

/** Renders the dialogs about a user, for the component of a route. */
export function UserDialogs() {
  return <Dialogs of={userDialogs} with={{ onOpen: useOpenDialog(userDialogs) }} />;
}

/** Opened from any of the administrators' pages: `?dialog=add-user`. */
export const addUserDialogs = {
  "add-user": dialog(() => loadForms().then((m) => m.AddUserDialog), "traders.write"),
};
