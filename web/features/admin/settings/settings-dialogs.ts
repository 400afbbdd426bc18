import { type AboutProps, dialog, dialogAbout } from "../../../app/dialogs.tsx";

const forms = () => import("./settings-forms.tsx");
const brand = () => import("./brand-dialog.tsx");
const write = "settings.write";

/**
 * The dialogs of the settings. `enforcement` has the address `?dialog=enforcement&change=payoutPaid-propose`, which is
 * confirmed in it.
 */
export const settingsDialogs = {
  brand: dialog(() => brand().then((m) => m.BrandDialog), write),
  logo: dialog(() => brand().then((m) => m.LogoDialog), write),
  "second-approval": dialog(() => forms().then((m) => m.ApprovalDialog), "payouts.settings"),
  "two-step": dialog(() => forms().then((m) => m.TwoStepDialog), "team.manage"),
  "time-zone": dialog(() => forms().then((m) => m.ZoneDialog), write),
  warnings: dialog(() => forms().then((m) => m.WarningsDialog), write),
  appeals: dialog(() => forms().then((m) => m.AppealsDialog), write),
  gates: dialog(() => import("./gates-dialog.tsx").then((m) => m.GatesDialog), write),
  identity: dialog(() => import("./identity-dialog.tsx").then((m) => m.IdentityDialog), write),
  links: dialog(() => import("./links-dialog.tsx").then((m) => m.LinksDialog), write),
  email: dialogAbout<"kind", AboutProps<string>, string>(
    "kind",
    () => import("./mail-preview.tsx").then((m) => m.MailPreviewDialog),
    undefined,
    (kind) => kind || undefined,
  ),
  enforcement: dialogAbout<"change", AboutProps<string>, string>(
    "change",
    () => forms().then((m) => m.EnforcementDialog),
    write,
    (change) => change || undefined,
  ),
};
