import type { Member } from "../../../src/identity/team/team.schema.ts";
import { Notice } from "../../components/feedback/notice.tsx";

/** Warns that a key set in the configuration becomes valid again each time the server starts. */
export function ConfiguredKeyWarning({ member }: { member: Member }) {
  if (!member.isConfigured) return null;
  return (
    <Notice tone="warning" title="The key is configured">
      <p>
        <code>ADMIN_ACCESS_KEY</code> is set to it. Change or remove the variable too; otherwise the
        next start makes the key valid again.
      </p>
    </Notice>
  );
}
