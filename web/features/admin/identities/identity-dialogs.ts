import { dialog, dialogAbout } from "../../../app/dialogs.tsx";

/** The dialog of the identity that the page shows. */
export const identityDialogs = {
  reject: dialog(
    () => import("./reject-dialog.tsx").then((m) => m.RejectDialog),
    "identities.decide",
  ),
};

/** `?dialog=recheck-identity&trader=7` */
export const recheckDialogs = {
  "recheck-identity": dialogAbout(
    "trader",
    () => import("./recheck-dialog.tsx").then((m) => m.RecheckDialog),
    "identities.decide",
  ),
};
