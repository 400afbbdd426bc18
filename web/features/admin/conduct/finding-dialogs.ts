import { dialogAbout } from "../../../app/dialogs.tsx";

/** The dialog of findings: `?dialog=waive&finding=21`. */
export const findingDialogs = {
  waive: dialogAbout(
    "finding",
    () => import("./waive-dialog.tsx").then((m) => m.WaiveDialog),
    "reviews.decide",
  ),
};
