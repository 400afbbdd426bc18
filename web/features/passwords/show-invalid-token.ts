import { showFailure } from "../../components/toast/toasts.ts";

export function showInvalidToken(): void {
  showFailure("Error", "Invalid reset token");
}
