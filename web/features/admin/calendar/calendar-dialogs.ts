import { dialog } from "../../../app/dialogs.tsx";

export const calendarDialogs = {
  import: dialog(
    () => import("./import-dialog.tsx").then((m) => m.ImportCalendarDialog),
    "calendar.write",
  ),
};
