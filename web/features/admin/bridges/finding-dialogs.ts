import { dialogAbout } from "../../../app/dialogs.tsx";

const load = () => import("./decide-finding-dialogs.tsx");

/** `?dialog=accept-finding&finding=4` */
export const findingDialogs = {
  "accept-finding": dialogAbout(
    "finding",
    () => load().then((m) => m.AcceptFindingDialog),
    "records.write",
  ),
  "keep-record": dialogAbout(
    "finding",
    () => load().then((m) => m.KeepRecordDialog),
    "records.write",
  ),
};
