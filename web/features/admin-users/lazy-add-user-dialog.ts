import { lazyComponent } from "../../components/lazy/lazy-component.tsx";

export const LazyAddUserDialog = lazyComponent(() =>
  import("./add-user-dialog.tsx").then((m) => m.AddUserDialog),
);
