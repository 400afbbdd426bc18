import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { addUserDialogs } from "./user-dialogs.tsx";

export function AddUserButton() {
  const open = useOpenDialog(addUserDialogs);
  return (
    <PermittedButton
      ability="traders.write"
      look="primary"
      size="small"
      onClick={() => open("add-user")}
    >
      <Icon name="plus" size={16} />
      Add User
    </PermittedButton>
  );
}
