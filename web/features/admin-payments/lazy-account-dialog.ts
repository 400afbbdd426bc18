import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

export const AccountDialog = lazyComponent(() =>
  import("./account-dialog.tsx").then((m) => m.AccountDialog),
);
